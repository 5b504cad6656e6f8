import type { ReactNode } from 'react'
import type { landing as english } from '../en/landing.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'

export const landing = {
  shopOnce: 'Einmal einkaufen.',
  forgetNothing: 'Nichts vergessen.',
  description: 'Einkaufslisten mit KI: Du hast deine Ausgaben im Blick und alle Kassenbons an einem Ort.',
  phone:
    'Eine Liste in Larder auf einem Handy: offene Artikel mit Mengen und Preisen, darunter abgehakte Artikel, und die geschätzte Summe.',
  yourLists: 'Deine Listen',
  register: 'Registrieren',
  logIn: 'Anmelden',
  madeBy: 'Mit Sorgfalt gemacht vom Larder-Team.',

  shared: 'Für den ganzen Haushalt',
  sharedText: 'Ein Haken ist sofort auf allen Handys zu sehen. Gäste brauchen nur einen Link, kein Konto.',
  offline: 'Geht auch ohne Empfang',
  offlineText: 'Abhaken und hinzufügen, auch im Supermarkt im Untergeschoss. Larder sendet es später.',
  typed: 'Einfach tippen',
  typedText:
    'Aus „2 kg Kartoffeln 3,50, Milch x3“ werden zwei Artikel, und du kennst die Summe vor der Kasse.',
  undo: ({ days }) => `Rückgängig, ${days} lang`,
  undoText: 'Ein Haken, eine Änderung, sogar eine gelöschte Liste. Auch ein Stromausfall löscht nichts.',
  fast: 'Schnell auf alten Handys',
  fastText: 'Die Seiten sind klein und gleich da, auch bei schlechter Verbindung.',
  ownServer: 'Auf deinem eigenen Server',
  ownServerText: 'Deine Listen bleiben bei dir. Ein Konto woanders brauchst du nicht.',

  serverIsNew: 'Dieser Server ist neu:',
  noAccountsYet: ({ serverIsNew, createFirst }: { serverIsNew: ReactNode; createFirst: ReactNode }) =>
    rich`${serverIsNew} Es gibt noch keine Konten. ${createFirst}.`,
  noAccountsAndClosed: ({ serverIsNew, command }: { serverIsNew: ReactNode; command: ReactNode }) =>
    rich`${serverIsNew} Es gibt noch keine Konten, und die Registrierung ist geschlossen. Wer den Server betreibt, kann mit ${command} eins anlegen.`,
  createFirst: 'Leg das erste an',

  appDescription: 'Einkaufslisten für deinen Haushalt, auf deinem eigenen Server.',
  tab: 'Larder: Einkaufslisten für deinen Haushalt',
} satisfies Shape<typeof english>
