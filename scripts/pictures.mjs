// node scripts/pictures.mjs: renders the landing page's images of a list with the demo data, in each language and both
// themes, and the README's pictures.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import Database from 'better-sqlite3'
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
const LANGUAGES = ['en', 'de', 'es', 'fr']

/** The demo's list in the other languages. */
const TRANSLATED = {
  'Saturday market': ['Wochenmarkt', 'Mercado', 'Au marché'],
  'Sourdough bread': ['Sauerteigbrot', 'Pan de masa madre', 'Pain au levain'],
  'Tomatoes on the vine': ['Rispentomaten', 'Tomates en rama', 'Tomates grappe'],
  'New potatoes': ['Neue Kartoffeln', 'Patatas nuevas', 'Pommes de terre'],
  Strawberries: ['Erdbeeren', 'Fresas', 'Fraises'],
  'Free-range eggs': ['Freilandeier', 'Huevos camperos', 'Œufs de plein air'],
  'Goat cheese': ['Ziegenkäse', 'Queso de cabra', 'Fromage de chèvre'],
  'Sweet basil in a pot': ['Basilikum im Topf', 'Albahaca en maceta', 'Basilic en pot'],
  'Flowers for the table': ['Blumen für den Tisch', 'Flores para la mesa', 'Fleurs pour la table'],
  'Coffee beans': ['Kaffeebohnen', 'Café en grano', 'Café en grains'],
  Lemons: ['Zitronen', 'Limones', 'Citrons'],
}
const TICKED = ['Sourdough bread', 'Strawberries']

await ensureBuilt()
const executablePath = await ensureBrowser()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  for (const language of LANGUAGES) await withDemo(language, takePictures)
} finally {
  await browser.close()
}

async function withDemo(language, use) {
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
  if (language !== 'en') translate(join(dataDir, 'larder.db'), language)
  const server = spawn(process.execPath, ['build/server.js'], { cwd: root, env })
  try {
    const [, email] = /email\s+(\S+)/.exec(demo)
    const [, password] = /password\s+(\S+)/.exec(demo)
    await use({ language, email, password, url: await ready(server) })
  } finally {
    server.kill('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function translate(file, language) {
  const database = new Database(file)
  const index = LANGUAGES.indexOf(language) - 1
  for (const [english, names] of Object.entries(TRANSLATED))
    for (const table of ['lists', 'items'])
      database.prepare(`UPDATE ${table} SET name = ? WHERE name = ?`).run(names[index], english)
  database.prepare('UPDATE users SET language = ?').run(language)
  database.prepare("UPDATE lists SET currency = 'EUR'").run()
  database.close()
}

async function takePictures(demo) {
  const { language, url } = demo
  for (const theme of ['light', 'dark']) {
    const image = sharp(await screenshotOfList(demo, theme, PHONE))
    const webp = image.resize({ width: WIDTH }).webp({ quality: 58, effort: 6, smartSubsample: true })
    await save(`app/ui/art/phone-${theme}-${language}.webp`, webp)
  }
  if (language !== 'en') return
  const phone = await screenshotOfList(demo, 'light', { viewport: { width: 360, height: 740 } })
  await save('docs/pictures/list-phone.png', sharp(phone).png(SMALL))
  const wide = await screenshotOfList(demo, 'dark', { viewport: { width: 1280, height: 740 } })
  await save('docs/pictures/list-wide-dark.png', sharp(wide).png(SMALL))
  const landing = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  // The build still has the former one.
  const built = join(root, 'app/ui/art/phone-light-en.webp')
  await landing.route('**/phone-light-*.webp', (route) => route.fulfill({ path: built }))
  await landing.goto(`${url}/landing`, { waitUntil: 'networkidle' })
  await save(
    'docs/pictures/landing-wide.png',
    sharp(await landing.screenshot())
      .resize(960)
      .png(SMALL),
  )
  await landing.close()
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

async function screenshotOfList({ language, url, email, password }, theme, options) {
  const context = await browser.newContext({ ...options, locale: language, reducedMotion: 'reduce' })
  await context.addInitScript((dark) => localStorage.setItem('darkTheme', dark), String(theme === 'dark'))
  const page = await context.newPage()
  await page.goto(`${url}/login`, { waitUntil: 'networkidle' })
  await page.locator('main [name=email]').fill(email)
  await page.locator('main [name=password]').fill(password)
  await page.locator('main button.wide').click()
  await page.locator('.list-card.card .view').click()
  for (const english of TICKED) {
    const name = language === 'en' ? english : TRANSLATED[english][LANGUAGES.indexOf(language) - 1]
    const box = page.getByRole('checkbox', { name })
    if (await box.isChecked()) continue
    await box.click()
    // While rows move, a click would count for the row that was there.
    await page.waitForTimeout(1500)
  }
  await page.waitForLoadState('networkidle')
  // Without the message of the last tick.
  await page.reload({ waitUntil: 'networkidle' })
  await page.locator('.reach.quiet').waitFor({ state: 'attached' })
  const image = await page.screenshot({ animations: 'disabled' })
  await context.close()
  return image
}
