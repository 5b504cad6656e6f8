import { defineConfig, devices } from '@playwright/test'
import { isFull } from './tests/support/size.ts'

// --no-sandbox is required as root; the others disable background traffic.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The system's Chromium. `npm test` sets CHROMIUM_PATH. */
export const chromium = {
  ...devices['Desktop Chrome'],
  launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args },
}

/** Tests tagged @full only run in `npm run test:full`, those tagged @once run in `npm test` only with JavaScript. */
const LEFT_OUT = isFull ? { script: [], plain: [] } : { script: [/@full/], plain: [/@full/, /@once/] }

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 4,
  retries: 0,
  // Long enough that only tests that hang fail, even on a busy machine.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    ...chromium,
    // Once it is ready, sooner or later, Playwright no longer sees what the page sends.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'script', use: { javaScriptEnabled: true }, grepInvert: LEFT_OUT.script },
    // Tests tagged @script need JavaScript.
    {
      name: 'no-script',
      use: { javaScriptEnabled: false },
      grepInvert: [/@script/, ...LEFT_OUT.plain],
    },
  ],
})
