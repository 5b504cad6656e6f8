import { Moon, Sun } from 'lucide'
import { useTheme } from './browser/theme.ts'
import { Icon } from './Icon.tsx'

export function ThemeToggle() {
  const [dark, toggle] = useTheme()
  return (
    <button
      type="button"
      className="button icon needs-script"
      aria-pressed={dark ?? false}
      aria-label="Dark theme"
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
