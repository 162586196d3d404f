export const text = {
  title: 'Forskudd og innbetalinger',
  shared: 'Jobben er på en samlefaktura, og der trekkes det ikke fra forskudd.',
  chosen: (number: string, date: string) => `Faktura ${number} av ${date}`,
  chooseFailed: 'Valget ble ikke lagret',
  net: 'Uten MVA',
} as const
