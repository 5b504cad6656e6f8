import { defineConfig, devices } from '@playwright/test'

// Chromium as root needs --no-sandbox; the rest keeps it from calling home.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The system's Chromium; `npm test` finds it and says where. */
export const chromium = {
  ...devices['Desktop Chrome'],
  launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args },
}

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 4,
  retries: 0,
  // For what hangs, not for what is slow: a busy machine must not turn a suite red.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    ...chromium,
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'script', use: { javaScriptEnabled: true } },
    // What only a script can show or check carries @script.
    { name: 'no-script', use: { javaScriptEnabled: false }, grepInvert: /@script/ },
  ],
})
