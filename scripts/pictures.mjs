// node scripts/pictures.mjs: renders the landing page's images of a list with the demo data, in both themes, and then
// the README's pictures.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { readyPort } from '../tests/support/readyPort.mjs'
import { ensureBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/built.mjs'
import { log, root } from './lib/steps.mjs'

const PHONE = {
  viewport: { width: 360, height: 750 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}
const SMALL = { palette: true, effort: 10 }
const WIDTH = 480
const TICKED = ['Sourdough bread', 'Strawberries']

await ensureBuilt()
const executablePath = await ensureBrowser()
const dataDir = mkdtempSync(join(tmpdir(), 'larder-images-'))
const env = {
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: '0',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
}
const demo = execFileSync(process.execPath, ['build/operator.js', 'demo'], {
  cwd: root,
  env,
  encoding: 'utf8',
})
const [, email] = /email\s+(\S+)/.exec(demo)
const [, password] = /password\s+(\S+)/.exec(demo)
const server = spawn(process.execPath, ['build/server.js'], { cwd: root, env })
try {
  const url = await ready(server)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  for (const theme of ['light', 'dark']) {
    const image = sharp(await screenshotOfList(browser, url, theme, PHONE))
    const webp = image.resize({ width: WIDTH }).webp({ quality: 62, effort: 6, smartSubsample: true })
    await save(`app/ui/art/phone-${theme}.webp`, webp)
  }
  const phone = await screenshotOfList(browser, url, 'light', { viewport: { width: 360, height: 740 } })
  await save('docs/pictures/list-phone.png', sharp(phone).png(SMALL))
  const wide = await screenshotOfList(browser, url, 'dark', { viewport: { width: 1280, height: 740 } })
  await save('docs/pictures/list-wide-dark.png', sharp(wide).png(SMALL))
  const landing = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  // The build still has the former one.
  const built = join(root, 'app/ui/art/phone-light.webp')
  await landing.route('**/phone-light-*.webp', (route) => route.fulfill({ path: built }))
  await landing.goto(`${url}/landing`, { waitUntil: 'networkidle' })
  await save(
    'docs/pictures/landing-wide.png',
    sharp(await landing.screenshot())
      .resize(960)
      .png(SMALL),
  )
  await browser.close()
} finally {
  server.kill('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
}

function ready({ stdout }) {
  let output = ''
  return new Promise((resolve) => {
    stdout.on('data', (chunk) => {
      output += chunk
      const port = readyPort(output)
      if (port) resolve(`http://localhost:${port}`)
    })
  })
}

async function save(name, image) {
  const { size } = await image.toFile(join(root, name))
  log(`${name}: ${size} bytes`)
}

async function screenshotOfList(browser, url, theme, options) {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  await context.addInitScript((dark) => localStorage.setItem('darkTheme', dark), String(theme === 'dark'))
  const page = await context.newPage()
  await page.goto(`${url}/login`, { waitUntil: 'networkidle' })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'submit' }).click()
  await page.getByRole('link', { name: 'View List Saturday market' }).click()
  for (const name of TICKED) {
    const box = page.getByRole('checkbox', { name })
    if (await box.isChecked()) continue
    await box.click()
    // While rows move, a click would count for the row that was there.
    await page.waitForTimeout(1500)
  }
  await page.waitForLoadState('networkidle')
  // Without the message of the last tick.
  await page.reload({ waitUntil: 'networkidle' })
  await page.getByText('All changes are saved').waitFor({ state: 'hidden' })
  const image = await page.screenshot({ animations: 'disabled' })
  await context.close()
  return image
}
