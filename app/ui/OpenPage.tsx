import type { ReactNode } from 'react'
import { Brand } from './Brand.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

/** The frame of pages that need no account: the mark that leads home, and the theme. */
export function OpenPage({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div className={`open ${className}`}>
      <header>
        {/* A full load on purpose: from an error page a client-side step might fail again. */}
        <a href="/landing" className="home" aria-label="Larder, to the start">
          <Brand />
        </a>
        <ThemeToggle />
      </header>
      {children}
    </div>
  )
}
