import { defineConfig } from '@playwright/test'
import { chromium } from '../../playwright.config.ts'

const WIDTHS = [360, 768, 1280]

export interface Options {
  dark: boolean
}

// There is no dark theme without JavaScript.
const MODES = {
  light: { javaScriptEnabled: true, dark: false },
  dark: { javaScriptEnabled: true, dark: true },
  'no-script': { javaScriptEnabled: false, dark: false },
}

/** `npm run screenshots` saves each screen once per project. */
export default defineConfig<Options>({
  testDir: '.',
  testMatch: 'screens.spec.ts',
  outputDir: '../../test-results',
  fullyParallel: true,
  workers: 4,
  timeout: 60_000,
  reporter: [['dot']],
  use: chromium,
  projects: [
    ...WIDTHS.flatMap((width) =>
      Object.entries(MODES).map(([mode, options]) => ({
        name: `${width}-${mode}`,
        use: { ...options, viewport: { width, height: 800 } },
        ...(!options.javaScriptEnabled && { grepInvert: /@script/ }),
      })),
    ),
    ...['de', 'es', 'fr'].map((locale) => ({
      name: `360-${locale}`,
      use: { ...MODES.light, locale, viewport: { width: 360, height: 800 } },
      grepInvert: /@english/,
    })),
  ],
})
