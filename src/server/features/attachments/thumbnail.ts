import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Platform } from '../../platform/platform.ts'
import { HttpError, notFound } from '../../platform/http-error.ts'
import { createTurns } from '../../platform/fairness/turns.ts'
import { openServicem8 } from '../connections/tokens/open-clients.ts'
import { vendorFailure } from '../connections/vendor-failure.ts'
import { HAS_THUMBNAIL } from './content-kind.ts'
import { fetchFile } from './fetch-file.ts'
import { DecodingStopped } from './pictures/decoder.ts'
import { extensionOf } from './pictures/extension.ts'
import * as pictures from './pictures/pictures.ts'
import { withFolder } from './temp-files.ts'

const few = createTurns(4, 2)

/**
 * Makes a thumbnail of a photo on a job; the original file is never passed on. The caller must have
 * checked that the file belongs to one of this company's jobs.
 * @param signal aborted when the thumbnail is no longer wanted
 * @throws HttpError 404 when no thumbnail can be made of the file
 */
export function makeThumbnail(
  platform: Platform,
  companyId: string,
  uuid: string,
  signal: AbortSignal,
): Promise<Buffer> {
  const make = () =>
    withFolder(platform.config.dataDir, async (folder) => {
      try {
        const { client } = await openServicem8(platform, companyId, { interactive: true })
        const fetched = await fetchFile(client, uuid, path.join(folder, 'fetched'), signal)
        const picture = fetched && { companyId, file: fetched.file, signal }
        const isPhoto = picture !== null && HAS_THUMBNAIL.has(await extensionOf(picture.file))
        const made = path.join(folder, 'thumbnail')
        if (!isPhoto || (await pictures.makeThumbnail(picture, made)) !== null)
          throw notFound('Det er ikke noe bilde å vise.')
        return await readFile(made)
      } catch (error) {
        if (error instanceof DecodingStopped) throw stopped()
        throw vendorFailure(error, 'Kunne ikke hente bildet fra ServiceM8.')
      }
    })
  return few.run(companyId, make, signal)
}

export const stopped = () =>
  new HttpError(503, 'closing', 'Tjenesten startes på nytt. Prøv igjen om litt.', {
    retryAfter: 10,
  })
