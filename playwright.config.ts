import { defineConfig, devices } from '@playwright/test'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

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

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: { executablePath, args },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'script', use: { javaScriptEnabled: true } },
    { name: 'no-script', use: { javaScriptEnabled: false } },
  ],
})
