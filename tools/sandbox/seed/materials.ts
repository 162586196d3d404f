import type { Sm8Account } from '../world/state.ts'
import { put, seededUuid, type SeedLine } from './put.ts'

/** A material: item number or "", name, kroner without VAT, stock (null = not kept), barcode. */
export type SeedMaterial = readonly [
  number: string,
  name: string,
  price: number,
  stock?: number | null,
  barcode?: string,
]

export const MATERIALS: readonly SeedMaterial[] = [
  ['TIME-RL', 'Rørlegger, time', 895],
  ['TIME-LÆ', 'Lærling, time', 620],
  ['TIME-OT50', 'Rørlegger, overtid 50 %', 1295],
  ['TIME-OT100', 'Rørlegger, overtid 100 %', 1595],
  ['KJØR', 'Kjøring servicebil, km', 12.5],
  ['OPPM', 'Oppmøte servicebil', 690],
  ['BOM', 'Bompenger', 34],
  ['PARK', 'Parkering', 45],
  ['1001', 'Kuleventil 1/2"', 149.9, 40, '7021760010017'],
  ['1002', 'Kuleventil 3/4"', 189.9, 36, '7021760010024'],
  ['1003', 'Kuleventil 1"', 249.5, 22, '7021760010031'],
  ['1004', 'Stoppekran 22 mm', 329, 14, '7021760010048'],
  ['1005', 'Tilbakeslagsventil 22 mm', 412.35, 9, '7021760010055'],
  ['1006', 'Sikkerhetsventil 9 bar', 389, 11, '7021760010062'],
  ['1010', 'Kobberrør 15 mm, m', 89.5, 120.5, '7021760010109'],
  ['1011', 'Kobberrør 22 mm, m', 139.9, 96, '7021760010116'],
  ['1012', 'PEX-rør 16 mm, m', 24.9, 350, '7021760010123'],
  ['1013', 'PEX-rør 20 mm, m', 34.9, 210, '7021760010130'],
  ['1014', 'Rør-i-rør 16/25, m', 49.9, 180, '7021760010147'],
  ['1020', 'Kobling 15 mm', 42.9, 200],
  ['1021', 'Kobling 22 mm', 64.9, 150],
  ['1022', 'T-rør 15 mm', 74.5, 80],
  ['1023', 'Albue 15 mm', 39.9, 90],
  ['1024', 'Overgang 22-15 mm', 58, 60],
  ['1030', 'Avløpsrør 32 mm, m', 69, 45],
  ['1031', 'Avløpsrør 50 mm, m', 84, 60],
  ['1032', 'Avløpsrør 110 mm, m', 159, 38],
  ['1033', 'Vannlås servant', 219, 12, '7021760010338'],
  ['1034', 'Vannlås kjøkken', 289, 8, '7021760010345'],
  ['1035', 'Sluk 75 mm', 1190, 4, '7021760010352'],
  ['2001', 'Servantbatteri krom', 1890, 6, '7021760020016'],
  ['2002', 'Kjøkkenbatteri høy tut', 2690, 5, '7021760020023'],
  ['2003', 'Dusjbatteri termostat', 3290, 4, '7021760020030'],
  ['2004', 'Dusjsett med takdusj', 5490, 2, '7021760020047'],
  ['2005', 'Servant 60 cm', 2190, 3],
  ['2006', 'Toalett gulvstående', 3990, 4, '7021760020061'],
  ['2007', 'Toalett vegghengt', 5290, 2, '7021760020078'],
  ['2008', 'Toalettsete soft close', 790, 7],
  ['2009', 'Innbyggingssisterne', 4190, 2],
  ['3001', 'Varmtvannsbereder 120 l', 7990, 2, '7021760030015'],
  ['3002', 'Varmtvannsbereder 200 l', 9490, 3, '7021760030022'],
  ['3003', 'Varmtvannsbereder 300 l', 12990, 1, '7021760030039'],
  ['3004', 'Varmeelement 2 kW', 890, 5],
  ['3005', 'Termostat bereder', 540, 6],
  ['3006', 'Blandeventil 22 mm', 1120, 5],
  ['3010', 'Radiator 600 x 1000', 2890, 3],
  ['3011', 'Radiatorventil', 389.9, 18],
  ['3012', 'Sirkulasjonspumpe', 3690, 2, '7021760030121'],
  ['3013', 'Ekspansjonskar 18 l', 1290, 3],
  ['4001', 'Lekkasjestopper med sensor', 3490, 5, '7021760040014'],
  ['4002', 'Vannmåler', 1690, 2],
  ['4003', 'Stakekamera, bruk', 1200],
  ['4004', 'Høytrykksspyling, time', 1490],
  ['', 'Småmateriell', 150],
  ['', 'Pakninger og hamp', 85],
  ['', 'Festemateriell', 95],
  ['', 'Bortkjøring av avfall', 450],
  ['5001', 'Veiledningshefte våtrom (bok)', 249],
  ['5002', 'Drikkevann, kasse', 189],
  ['5003', 'Serviceavtale, år', 2490],
]

/** Returns a job line of the material, found by item number or name, at its own price. */
export function goods(material: string, quantity = 1, more: Partial<SeedLine> = {}): SeedLine {
  const [, name, price] = MATERIALS.find(([number, own]) => (number || own) === material) ?? []
  if (name === undefined) throw new Error(`The seed has no material ${material}`)
  return { name, quantity: String(quantity), price: String(price), material, ...more }
}

const BREAD = '5002'

/** Adds the materials. Some prices include VAT, as in an account that has grown over time. */
export function putMaterials(
  account: Sm8Account,
  materials: readonly SeedMaterial[],
  stamp: string,
): void {
  const { name: accountName } = account.vendor
  materials.forEach(([number, name, price, stock, barcode], index) => {
    const includesTax = index % 17 === 16
    put(account, 'material', number || name, {
      item_number: number,
      name,
      price: includesTax ? Math.round(price * 125) / 100 : price,
      cost: Math.round(price * 60) / 100,
      price_includes_taxes: includesTax ? 1 : 0,
      tax_rate_uuid: number === BREAD ? seededUuid(accountName, 'taxrate', '15') : '',
      barcode: barcode ?? '',
      item_is_inventoried: typeof stock === 'number' ? '1' : '0',
      quantity_in_stock: stock ?? 0,
      edit_date: stamp,
    })
  })
}
