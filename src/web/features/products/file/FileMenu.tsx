import { Download, FileSpreadsheet, Upload } from 'lucide-react'
import { useState } from 'react'
import type { Comparison } from '#shared/contracts/products/comparison'
import { MenuButton } from '../../../ui/MenuButton.tsx'
import type { FollowedTasks } from '../../tasks/followed-tasks.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { saveProducts } from './queries.ts'
import { text } from './text.ts'

interface FileMenuProps {
  comparison: Comparison
  followed: FollowedTasks
}

/** The list as a file, and back. */
export function FileMenu({ comparison, followed }: FileMenuProps) {
  const [importing, setImporting] = useState(false)
  return (
    <>
      <MenuButton
        label={text.menu}
        icon={<FileSpreadsheet aria-hidden className="size-4" />}
        items={[
          {
            label: text.save,
            icon: <Download aria-hidden className="size-4" />,
            onSelect: () => saveProducts(comparison),
          },
          {
            label: text.read,
            icon: <Upload aria-hidden className="size-4" />,
            onSelect: () => setImporting(true),
          },
        ]}
      />
      {importing && <ImportDialog followed={followed} onClose={() => setImporting(false)} />}
    </>
  )
}
