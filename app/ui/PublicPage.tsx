import type { ReactNode } from 'react'
import { common } from '#app/words/en/common.ts'
import { useWords } from '#app/words/useWords.ts'
import { Brand } from './Brand.tsx'
import { MessageSlot, MiddleOfBar } from './Messages.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

export function PublicPage({ className, children }: { className: string; children: ReactNode }) {
  const words = useWords(common)
  return (
    <div className={`public-page ${className}`}>
      <header>
        {/* A full page load: on an error page, client-side navigation might fail again. */}
        <a href="/landing" className="home" aria-label={words.home}>
          <Brand />
        </a>
        <MiddleOfBar />
        <MessageSlot />
        <ThemeToggle />
      </header>
      {children}
    </div>
  )
}
