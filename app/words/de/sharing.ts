import type { ReactNode } from 'react'
import type { sharing as english } from '../en/sharing.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'

export const sharing = {
  sharing: 'Teilen',
  owner: 'Besitzt die Liste',
  editor: 'Kann bearbeiten',
  viewer: 'Kann ansehen',
  handOver: 'Übergeben',
  handOverLead:
    'Wenn die Person annimmt, gehört die Liste ihr und zählt zu ihrem Speicherplatz. Du kannst sie weiter bearbeiten. Nur diese Person kann sie dir zurückgeben.',
  newOwner: 'Geht an',
  chooseSomeone: 'Person auswählen',
  youOffered: ({ to }: { to: ReactNode }) =>
    rich`Du hast diese Liste ${to} angeboten. Bis zur Zusage gehört sie weiter dir.`,
  takeBack: 'Zurücknehmen',
  canBeYours: 'Diese Liste kann dir gehören',
  offeredWithoutOwner: ({ until }: { until: string }) =>
    `Das Konto, zu dem sie gehörte, wurde gelöscht. Wenn du sie nicht bis zum ${until} annimmst, wird die nächste Person gefragt, die sie bearbeiten kann. Gibt es keine, wird sie gelöscht.`,
  offeredByOwner: ({ owner }: { owner: ReactNode }) =>
    rich`${owner} möchte sie dir übergeben. Sie zählt dann zu deinem Speicherplatz.`,
  accept: 'Annehmen',
  decline: 'Ablehnen',
  leave: 'Verlassen',
  leaveLead: 'Um zurückzukommen, brauchst du eine neue Einladung.',
  leaveLeadOwner: ({ owner }: { owner: string }) =>
    `Um zurückzukommen, brauchst du eine neue Einladung von ${owner}.`,
  shareByLink: 'Per Link teilen',
  linkLead: 'Wer ihn hat, kann diese Liste öffnen, auch ohne Konto.',
  createLink: 'Link erstellen',
  more: 'Mehr',
  role: 'Rechte',
  rolesHint: 'Wer bearbeiten kann, darf alles ändern. Wer nur ansehen kann, nichts.',
  expires: 'Link gültig',
  expiresIn: ({ time }: { time: string }) => time,
  never: 'Unbegrenzt',
  labelOptional: 'Name des Links (optional)',
  labelExample: 'WG',
  links: 'Links',
  link: 'Link',
  roleAndStart: ({ role, created }: { role: string; created: ReactNode }) =>
    rich`${role} · seit ${created} · läuft nie ab`,
  roleAndTimes: ({ role, created, expires }: { role: string; created: ReactNode; expires: ReactNode }) =>
    rich`${role} · seit ${created} · gültig bis ${expires}`,
  roleAndEnd: ({ role, expires }: { role: string; expires: ReactNode }) =>
    rich`${role} · gültig bis ${expires}`,
  withoutUrl: ({ about }: { about: ReactNode }) =>
    rich`${about} · Der Link funktioniert noch, lässt sich aber nicht mehr anzeigen.`,
  show: 'Anzeigen',
  showLink: ({ name }: { name: string }) => `${name} anzeigen`,
  turnOff: 'Abschalten',
  turnOffLink: ({ name }: { name: string }) => `${name} abschalten`,
  invitation: 'Einladung',
  sendIt: 'Verschick den Link oder lass den Code scannen.',
  qrCode: 'QR-Code',
  people: 'Personen',
  offeredTo: ({ name }: { name: ReactNode }) =>
    rich`Das Konto, zu dem diese Liste gehörte, wurde gelöscht. Die Liste wird jetzt ${name} angeboten.`,
  peopleOnList: 'Personen auf dieser Liste',
  you: ({ name }: { name: string }) => `${name} (du)`,
  roleAndJoined: ({ role, joined }: { role: string; joined: ReactNode }) =>
    rich`${role} · dabei seit ${joined}`,
  openInvitation: 'Offene Einladung',
  showInvitation: 'Einladung anzeigen',
  withdraw: 'Zurückziehen',
  withdrawInvitation: 'Einladung zurückziehen',
  save: 'Speichern',
  saveRole: ({ name }: { name: string }) => `Rechte von ${name} speichern`,
  roleOf: ({ name }: { name: string }) => `Rechte von ${name}`,
  remove: 'Entfernen',
  removePerson: ({ name }: { name: string }) => `${name} entfernen`,
  removeFromAll: ({ name }: { name: string }) => `${name} aus allen Listen entfernen`,
  invite: 'Einladen\u00a0…',
  inviteSomeone: 'Jemanden mit Konto einladen',
  inviteLead: ({ time }: { time: string }) =>
    `Du bekommst einen Link für eine Person, der einmal und ${time} lang gilt.`,
  shareAll: ({ household }: { household: ReactNode }) =>
    rich`Alle deine Listen teilst du unter ${household}.`,

  tab: ({ name }: { name: string }) => `${name} teilen`,

  household: 'Haushalt',
  inviteToHousehold: 'In deinen Haushalt einladen',
  householdLead: ({ time }: { time: string }) =>
    `Eingeladene können alle deine Listen bearbeiten, auch neue. Du bekommst einen Link für eine Person, der einmal und ${time} lang gilt.`,
  firstMakeAList: 'Um jemanden einzuladen, leg zuerst eine Liste an.',
  youShareAll: ({ name }: { name: ReactNode }) => rich`Du teilst deine Listen mit ${name}, auch neue.`,
  sharesAll: ({ name }: { name: ReactNode }) => rich`${name} teilt Listen mit dir, auch neue.`,
  shareBoth: ({ name }: { name: ReactNode }) => rich`Du und ${name} teilt eure Listen, auch neue.`,
  canView: 'Du kannst sie ansehen.',
  shareMineToo: ({ name }: { name: string }) => `Auch alle meine Listen mit ${name} teilen`,
  stopListsOf: ({ name }: { name: string }) => `Keine neuen Listen von ${name}`,
  notInIt: 'Noch nicht in deinem Haushalt',
  onceTheyAccept: 'Wer zusagt, sieht alle deine Listen, auch neue.',
  askToJoin: 'Anfragen',
  askToJoinNamed: ({ name }: { name: string }) => `Anfragen: ${name}`,
  asked: 'Gefragt, noch keine Zusage',
  takeBackNamed: ({ name }: { name: string }) => `Zurücknehmen: ${name}`,
} satisfies Shape<typeof english>
