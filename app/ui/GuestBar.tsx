import { Brand } from './Brand.tsx'
import { Sum } from './Sum.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

interface Props {
  title: string
  subtitle: string
}

export function GuestBar({ title, subtitle }: Props) {
  return (
    <header className="bar alone">
      <Brand />
      <div className="where">
        <h1 dir="auto">{title}</h1>
        {subtitle && (
          <p>
            <Sum text={subtitle} />
          </p>
        )}
      </div>
      <ThemeToggle />
    </header>
  )
}
