import { Check, Copy } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { Icon } from '#app/ui/Icon.tsx'

/** The only time a token is shown. */
export function NewToken({ name, token }: { name: string; token: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const hydrated = useHydrated()

  useEffect(() => field.current?.focus(), [])

  async function copy() {
    await navigator.clipboard.writeText(token)
    setCopied(true)
  }

  return (
    <div className="new-token">
      <label htmlFor="new-token">
        Token for <b>{name}</b>. Copy it now: it won't be shown again.
      </label>
      <div>
        <input
          ref={field}
          id="new-token"
          readOnly
          value={token}
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the token is what the user came for
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
        />
        {/* Browsers offer the clipboard only on HTTPS and localhost. */}
        {hydrated && 'clipboard' in navigator && (
          <button type="button" className="button quiet" onClick={copy}>
            <Icon of={copied ? Check : Copy} />
            {copied ? 'Copied' : 'Copy'}
          </button>
        )}
      </div>
    </div>
  )
}
