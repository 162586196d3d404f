import { cx } from './cx.ts'
import { progressPercent } from './progress-state.ts'

interface ProgressBarProps {
  label: string
  value: number | null
  max?: number
  tone?: 'brand' | 'bad' | 'ok'
  thin?: boolean
}

const FILL = { brand: 'bg-brand', bad: 'bg-bad', ok: 'bg-ok' }

export function ProgressBar({ label, value, max = 100, tone = 'brand', thin }: ProgressBarProps) {
  const percent = progressPercent(value, max)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent === null ? undefined : Math.round(percent)}
      className={cx('w-full overflow-hidden rounded-full bg-surface-2', thin ? 'h-1' : 'h-1.5')}
    >
      {percent === null ? (
        <div className={cx('h-full w-2/5 animate-sweep rounded-full', FILL[tone])} />
      ) : (
        <div
          className={cx('h-full rounded-full transition-[width] duration-300', FILL[tone])}
          style={{ width: `${percent}%` }}
        />
      )}
    </div>
  )
}
