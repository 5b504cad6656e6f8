import { type IconNode, Moon } from 'lucide'
import { useTheme } from '#app/browser/theme.ts'
import { common } from '#app/words/en/common.ts'
import { useWords } from '#app/words/useWords.ts'
import { Icon } from './Icon.tsx'

/** Lucide's, whose nine elements would be a tenth of a kilobyte longer. */
const SUN: IconNode = [
  ['circle', { cx: '12', cy: '12', r: '4' }],
  [
    'path',
    {
      d: 'M12 2v2m0 16v2M2 12h2m16 0h2M4.9 4.9l1.4 1.4m11.4 11.4 1.4 1.4m-14.2 0 1.4-1.4M17.7 6.3l1.4-1.4',
    },
  ],
]

export function ThemeToggle() {
  const words = useWords(common)
  const [dark, toggle] = useTheme()
  return (
    <button
      type="button"
      className="button icon needs-script"
      aria-pressed={dark ?? false}
      aria-label={words.dark}
      onClick={toggle}
    >
      <span className="when-light">
        <Icon of={Moon} />
      </span>
      <span className="when-dark">
        <Icon of={SUN} />
      </span>
    </button>
  )
}
