import { INVITATION_DAYS } from '#shared/access/invitation'
import { ROLE_MEANS, ROLE_NAMES } from '#shared/access/role-names'
import type { Role } from '#shared/access/roles'
import { formatDateTime } from '#shared/dates'
import { renderMail } from '../../../platform/mail-template.ts'
import type { Mail } from '../../../platform/mail.ts'

interface Invited {
  company: string
  inviter: string
  role: Role
  href: string
}

export function invitationMail(to: string, { company, inviter, role, href }: Invited): Mail {
  const [asked, subject] =
    role === 'owner'
      ? [
          `${inviter} vil overdra ${company} i Fakturabro til deg. Som eier styrer du hvem som har tilgang, og neste faktura fra oss går til deg.`,
          `Ta over ${company} i Fakturabro`,
        ]
      : [
          `${inviter} gir deg tilgang til ${company} i Fakturabro, med rollen ${ROLE_NAMES[role]}: ${ROLE_MEANS[role]}`,
          `Invitasjon til ${company} i Fakturabro`,
        ]
  return {
    to,
    subject,
    ...renderMail({
      blocks: [
        'Hei,',
        asked,
        `Lenken virker i ${INVITATION_DAYS} dager, og bare én gang:`,
        { button: { text: 'Se invitasjonen', href } },
        'Kjenner du ikke til dette? Da trenger du ikke å gjøre noe.',
      ],
    }),
  }
}

export function handedOverMail(
  to: string,
  { company, newOwner, at, help }: { company: string; newOwner: string; at: Date; help: string },
): Mail {
  return {
    to,
    subject: `${company} har fått ny eier i Fakturabro`,
    ...renderMail({
      blocks: [
        'Hei,',
        `${newOwner} ble eier av ${company} i Fakturabro ${formatDateTime(at)}. Du har fortsatt tilgang, som medarbeider.`,
        'Neste faktura fra oss går til den nye eieren. En faktura som allerede er på vei, kommer til deg.',
        'Tilkoblingene til ServiceM8 og Fiken som du har godkjent, brukes til den nye eieren har godkjent dem på nytt.',
        `Var det ikke du som overdro firmaet? Skriv til ${help} med en gang.`,
      ],
    }),
  }
}

export function takenOverMail(
  to: string,
  { company, formerOwner, href }: { company: string; formerOwner: string; href: string },
): Mail {
  return {
    to,
    subject: `Du er eier av ${company} i Fakturabro`,
    ...renderMail({
      blocks: [
        'Hei,',
        `Du tok over ${company} etter ${formerOwner}, som fortsatt har tilgang, som medarbeider. Neste faktura fra oss går til deg.`,
        `Tilkoblingene til ServiceM8 og Fiken er fortsatt de som ${formerOwner} godkjente. Koble til på nytt, så er de dine:`,
        { button: { text: 'Gå til Konfigurasjoner', href } },
      ],
    }),
  }
}
