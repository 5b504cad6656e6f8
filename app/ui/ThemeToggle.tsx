import { Moon, Sun } from 'lucide'
import { common } from '#app/words/en/common.ts'
import { useWords } from '#app/words/useWords.ts'
import { useTheme } from './browser/theme.ts'
import { Icon } from './Icon.tsx'

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
        <Icon of={Sun} />
      </span>
    </button>
  )
}
