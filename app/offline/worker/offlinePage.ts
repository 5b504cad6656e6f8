/** For pages that are not kept. It loads nothing. */
export function offlinePage({ hasLists }: { hasLists: boolean }): Response {
  const html = PAGE.replace('<!--lists-->', hasLists ? LISTS : '')
  return new Response(html, { status: 503, headers: HEADERS })
}

const LISTS = `<p>The lists you opened lately are on this device. <a href="/">Open your lists</a></p>`

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="#faf7f0">
<title>You're offline · Larder</title>
<style>
body { --paper: #faf7f0; --ink: #1d2721; --muted: #55625a; --leaf: #2b6a3b; --leaf-ink: #fff; --focus: #9a6b00;
  color-scheme: light; display: grid; place-content: center; justify-items: center; gap: 16px; box-sizing: border-box;
  min-height: 100dvh; margin: 0; padding: 24px 16px 64px; background: var(--paper); color: var(--ink);
  font: 400 1.1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; text-align: center }
body.dark-theme { --paper: #121713; --ink: #e9efe8; --muted: #a8b7ac; --leaf: #8fd6a0; --leaf-ink: #0c1a10; --focus: #f4c95d;
  color-scheme: dark }
main { display: contents }
svg { width: 96px; height: 96px; fill: none; stroke: var(--leaf); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round }
h1 { margin: 0; font: 600 clamp(2rem, 1.6rem + 2vw, 2.75rem)/1.15 ui-serif, "Iowan Old Style", Palatino, Georgia, "Noto Serif", serif }
p { max-width: 40ch; margin: 0; color: var(--muted); text-wrap: balance }
p a { color: var(--leaf); white-space: nowrap }
.button { display: inline-flex; align-items: center; min-height: 52px; margin-top: 8px; padding: 0 24px; border-radius: 10px;
  background: var(--leaf); color: var(--leaf-ink); font-size: 1.05rem; font-weight: 600; text-decoration: none }
a:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
</style>
</head>
<body>
<script>
try {
  if (localStorage.getItem('darkTheme') === 'true') {
    document.body.classList.add('dark-theme')
    document.querySelector('meta[name=theme-color]').content = '#121713'
  }
} catch {}
let request
async function reloadWhenOnline() {
  if (document.hidden || request) return
  request = new AbortController()
  const timeout = setTimeout(() => request.abort(), 15000)
  try {
    const { status } = await fetch('/livez', { cache: 'no-store', signal: request.signal })
    // Returning here keeps "request" set, so that a slow page is not requested again while it loads.
    if (status < 500) return location.reload()
  } catch {}
  clearTimeout(timeout)
  request = undefined
}
// The online event may fire before this page loads, and doesn't mean that the server is reachable.
addEventListener('online', reloadWhenOnline)
setInterval(reloadWhenOnline, 4000)
</script>
<main>
<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M9.5 12c0-5 2.5-8.5 6.5-8.5s6.5 3.5 6.5 8.5M3.5 12.5h25l-2.7 13.8a2.5 2.5 0 0 1-2.5 2.1H8.7a2.5 2.5 0 0 1-2.5-2.1zM12 18l8 6M20 18l-8 6"/></svg>
<h1>You're offline</h1>
<p>Larder can't be reached, and this page isn't saved on this device.</p>
<!--lists-->
<p>This page reloads automatically when the connection is back.</p>
<a class="button" href="">Try again</a>
</main>
</body>
</html>`

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  // The page loads nothing, so its inline script and style are allowed.
  'Content-Security-Policy':
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
}
