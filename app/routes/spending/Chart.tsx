import { useId } from 'react'
import type { ChartData } from './chart.server.ts'

const HEIGHT = 120
const ABOVE = 22
const BELOW = 20
/** In percent: bars and letters keep their shape in any width. */
const SLOT = 100 / 12

export function Chart({ title, description, top, bars, hasEstimates }: ChartData) {
  const id = useId()
  const foot = ABOVE + HEIGHT
  const [width, from] = hasEstimates ? [3, 1] : [4.6, (SLOT - 4.6) / 2]
  return (
    <svg
      className="bars"
      role="img"
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-desc` : undefined}
      width="100%"
      height={foot + BELOW}
    >
      <title id={`${id}-title`}>{title}</title>
      {description && <desc id={`${id}-desc`}>{description}</desc>}
      <text className="top" x="0" y={ABOVE - 8}>
        {top}
      </text>
      <line x1="0" x2="100%" y1={ABOVE} y2={ABOVE} />
      <line className="foot" x1="0" x2="100%" y1={foot} y2={foot} />
      {bars.map(({ label, paid, estimate, isChosen }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the twelve months
        <g key={at} className={isChosen ? undefined : 'pale'}>
          <Bar x={at * SLOT + from} width={width} height={paid} />
          <Bar x={at * SLOT + from + width + 0.4} width={2.4} height={estimate} className="estimate" />
          <text x={`${at * SLOT + SLOT / 2}%`} y={foot + 16} textAnchor="middle">
            {label}
          </text>
        </g>
      ))}
    </svg>
  )
}

interface BarProps {
  x: number
  width: number
  height: number
  className?: string
}

/** What is more than nothing is seen. */
function Bar({ x, width, height, className = 'paid' }: BarProps) {
  if (height === 0) return null
  const pixels = Math.max(2, height * HEIGHT)
  return (
    <rect
      className={className}
      x={`${x}%`}
      y={ABOVE + HEIGHT - pixels}
      width={`${width}%`}
      height={pixels}
      rx={Math.min(3, pixels / 2)}
    />
  )
}
