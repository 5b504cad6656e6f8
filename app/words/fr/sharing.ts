import type { ReactNode } from 'react'
import type { sharing as english } from '../en/sharing.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'

export const sharing = {
  sharing: 'Partage',
  owner: 'Propriétaire',
  editor: 'Peut modifier',
  viewer: 'Peut voir',
  handOver: 'Céder la liste',
  handOverLead:
    'Si la personne choisie accepte, la liste lui appartiendra et comptera dans son espace de stockage. Tu pourras toujours la modifier, mais seule cette personne pourra te la rendre.',
  newOwner: 'Céder à',
  chooseSomeone: 'Choisis une personne',
  youOffered: ({ to }: { to: ReactNode }) =>
    rich`Tu as proposé cette liste à ${to}. Elle reste à toi tant que cette personne n'a pas accepté.`,
  takeBack: 'Retirer la proposition',
  canBeYours: 'Cette liste peut devenir la tienne',
  offeredWithoutOwner: ({ until }: { until: string }) =>
    `Elle n'a plus de propriétaire\u00a0: son compte a été supprimé. Sans ton accord d'ici au ${until}, elle est proposée à la prochaine personne qui peut la modifier, sinon supprimée.`,
  offeredByOwner: ({ owner }: { owner: ReactNode }) =>
    rich`${owner} veut te la céder. Elle comptera alors dans ton espace de stockage.`,
  accept: 'Accepter',
  decline: 'Refuser',
  leave: 'Quitter la liste',
  leaveLead: 'Pour y revenir, il te faudra une nouvelle invitation.',
  leaveLeadOwner: ({ owner }: { owner: string }) =>
    `Pour y revenir, il te faudra une nouvelle invitation envoyée par ${owner}.`,
  shareByLink: 'Partager par lien',
  linkLead: "Toute personne qui l'a peut ouvrir cette liste, sans compte.",
  createLink: 'Créer un lien',
  more: 'Plus',
  role: 'Droits',
  rolesHint:
    '«\u00a0Peut modifier\u00a0» permet de tout changer, «\u00a0Peut voir\u00a0» seulement de regarder.',
  expires: 'Le lien expire',
  expiresIn: ({ time }: { time: string }) => `Dans ${time}`,
  never: 'Jamais',
  labelOptional: 'Nom du lien (facultatif)',
  labelExample: 'Colocs',
  links: 'Liens',
  link: 'Lien',
  roleAndStart: ({ role, created }: { role: string; created: ReactNode }) =>
    rich`${role} · création\u00a0: ${created} · sans expiration`,
  roleAndTimes: ({ role, created, expires }: { role: string; created: ReactNode; expires: ReactNode }) =>
    rich`${role} · création\u00a0: ${created} · expiration\u00a0: ${expires}`,
  roleAndEnd: ({ role, expires }: { role: string; expires: ReactNode }) =>
    rich`${role} · expiration\u00a0: ${expires}`,
  withoutUrl: ({ about }: { about: ReactNode }) =>
    rich`${about} · Le lien marche toujours, mais ne peut plus être affiché.`,
  show: 'Afficher',
  showLink: ({ name }: { name: string }) => `Afficher ${name}`,
  turnOff: 'Désactiver',
  turnOffLink: ({ name }: { name: string }) => `Désactiver ${name}`,
  invitation: 'Invitation',
  sendIt: 'Envoie le lien ou fais scanner le code.',
  qrCode: 'Code QR',
  people: 'Membres',
  offeredTo: ({ name }: { name: ReactNode }) =>
    rich`La liste n'a plus de propriétaire\u00a0: son compte a été supprimé. Elle est proposée à ${name}.`,
  peopleOnList: 'Membres de cette liste',
  you: ({ name }: { name: string }) => `${name} (toi)`,
  roleAndJoined: ({ role, joined }: { role: string; joined: ReactNode }) =>
    rich`${role} · arrivée\u00a0: ${joined}`,
  openInvitation: 'Invitation en attente',
  showInvitation: "Afficher l'invitation",
  withdraw: 'Annuler',
  withdrawInvitation: "Annuler l'invitation",
  save: 'Enregistrer',
  saveRole: ({ name }: { name: string }) => `Enregistrer les droits pour ${name}`,
  roleOf: ({ name }: { name: string }) => `Droits pour ${name}`,
  remove: 'Retirer',
  removePerson: ({ name }: { name: string }) => `Retirer ${name}`,
  removeFromAll: ({ name }: { name: string }) => `Retirer ${name} de toutes mes listes`,
  invite: 'Inviter…',
  inviteSomeone: "Inviter quelqu'un qui a un compte",
  inviteLead: ({ time }: { time: string }) =>
    `Tu obtiens un lien pour une seule personne, une seule fois, pendant ${time}.`,
  shareAll: ({ household }: { household: ReactNode }) =>
    rich`Pour partager toutes tes listes, ouvre ${household}.`,

  tab: ({ name }: { name: string }) => `Partage\u00a0: ${name}`,

  household: 'Foyer',
  inviteToHousehold: 'Inviter dans ton foyer',
  householdLead: ({ time }: { time: string }) =>
    `Les personnes invitées peuvent modifier toutes tes listes, même les nouvelles. Tu obtiens un lien pour une seule personne, une seule fois, pendant ${time}.`,
  firstMakeAList: "Pour inviter quelqu'un, crée d'abord une liste.",
  youShareAll: ({ name }: { name: ReactNode }) =>
    rich`Tu partages tes listes avec ${name}, les nouvelles aussi.`,
  sharesAll: ({ name }: { name: ReactNode }) =>
    rich`${name} partage ses listes avec toi, les nouvelles aussi.`,
  shareBoth: ({ name }: { name: ReactNode }) =>
    rich`${name} et toi partagez vos listes, les nouvelles aussi.`,
  canView: 'Tu peux les voir.',
  shareMineToo: ({ name }: { name: string }) => `Partager aussi toutes mes listes avec ${name}`,
  stopListsOf: ({ name }: { name: string }) => `Ne plus recevoir les nouvelles listes de ${name}`,
  notInIt: 'Pas encore dans ton foyer',
  onceTheyAccept: 'Qui accepte voit toutes tes listes, même les nouvelles.',
  askToJoin: 'Proposer',
  askToJoinNamed: ({ name }: { name: string }) => `Proposer\u00a0: ${name}`,
  asked: 'Pas encore accepté',
  takeBackNamed: ({ name }: { name: string }) => `Retirer la proposition\u00a0: ${name}`,
} satisfies Shape<typeof english>
