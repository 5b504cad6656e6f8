import { CATEGORIES } from '#app/domain/aisles/categories.ts'
import { VIEWS } from '#app/domain/aisles/views.ts'
import type { ErrorParams } from '#app/domain/errors.ts'
import { UNITS } from '#app/domain/items/amounts.ts'
import {
  LINK_LIFETIMES,
  MAX_EMAIL_LENGTH,
  MAX_ITEMS_AT_ONCE,
  MAX_NAME_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_PASSWORD_BYTES,
  MAX_RECIPE_LENGTH,
  MAX_STORE_LENGTH,
  MIN_PASSWORD_BYTES,
} from '#app/domain/limitsAndLifetimes.ts'
import { FORMATS_NAMES } from '#app/domain/locale/formats.ts'
import { LANGUAGES } from '#app/domain/locale/locale.ts'
import type { ImageFormat } from '#app/domain/receipts/imageKind.ts'
import type { ErrorTexts } from '../en/errors.ts'
import { joined } from '../format.ts'
import { itemNow } from '../itemNow.ts'
import { alternatives, bytes, duration } from '../limits.ts'
import type { Reader } from '../reader.ts'
import { guestLabel } from '../signatures.ts'
import { cut } from '../text.ts'
import { limits } from './limits.ts'
import { photo } from './photo.ts'

const oneOf = (choices: readonly string[]) => joined(choices, limits.or)

const CHOOSE_PHOTO = 'Choisis une photo JPEG, PNG ou WebP.'

const tryAgain = (reader: Reader, seconds: number) => `Réessaie dans ${duration(reader, seconds)}.`

export const errors: ErrorTexts = {
  'bad-request': 'Cette requête est illisible.',
  'bad-url': 'Cette URL est illisible.',
  'bad-host': "L'en-tête Host est illisible.",
  'unexpected-body': 'Les requêtes GET et HEAD ne peuvent pas avoir de corps.',
  'bad-form': 'Ce formulaire est illisible. Recharge la page et réessaie.',
  'bad-json': "Ce n'est pas un objet JSON valide.",
  'bad-encoding': "Le corps de la requête n'est pas de l'UTF-8 valide.",
  'bad-idempotency-key': "L'en-tête Idempotency-Key doit contenir de 1 à 255 caractères ASCII imprimables.",
  'duplicate-field': ({ field }) => `Le champ ${field} a été envoyé plusieurs fois.`,
  'unknown-field': ({ allowed }) =>
    allowed.length > 0
      ? `Champ inconnu. Champs possibles\u00a0: ${allowed.join(', ')}.`
      : 'Champ inconnu. Cette requête ne prend aucun champ ici.',
  'too-many-fields': ({ max }) => `Un formulaire peut avoir jusqu'à ${max} champs.`,
  'too-many-parts': ({ max }) => `Un formulaire peut avoir jusqu'à ${max} parties.`,
  'not-signed-in': "Connecte-toi d'abord.",
  'token-invalid': "Ce jeton n'existe pas ou a été révoqué. Crée-en un nouveau dans les réglages.",
  'metrics-token-required': 'Envoie le jeton des métriques comme jeton Bearer.',
  'cross-site-request': "Cette requête vient d'un autre site\u00a0: rien n'a changé.",
  'link-not-allowed': "Un lien ne peut pas faire ça\u00a0: rien n'a changé. Utilise le bouton dans Larder.",
  'not-found': "Il n'y a rien à cette URL.",
  'method-not-allowed': ({ allowed }, reader) =>
    `Cette URL accepte seulement ${alternatives(reader, allowed)}.`,
  'request-timeout': 'La requête a mis trop de temps à arriver.',
  'request-cancelled': 'Cette requête a été annulée.',
  'body-too-large': ({ max }) => `La requête est trop volumineuse. La limite est de ${max / 1000}\u00a0ko.`,
  'url-too-long': 'Cette URL est trop longue.',
  'unsupported-content-type': ({ allowed }, reader) =>
    `Envoie le corps au format ${alternatives(reader, allowed)}.`,
  'unsupported-charset': 'Envoie le texte en UTF-8.',
  'idempotency-key-reused':
    'Cette Idempotency-Key a déjà servi pour une autre requête. Utilises-en une nouvelle.',
  'too-many-requests': ({ seconds }, reader) => `Trop de tentatives. ${tryAgain(reader, seconds)}`,
  'too-many-parallel-requests': 'Trop de requêtes à la fois. Réessaie dans un instant.',
  'too-many-open-pages': 'Tu as trop de pages ouvertes à la fois.',
  'headers-too-large': "L'URL ou les en-têtes sont trop longs.",
  'internal-error': ({ requestId }) =>
    `Un problème est survenu sur le serveur. Si tu signales cette erreur, indique ce numéro\u00a0: ${requestId}`,
  'server-busy': 'Le serveur est surchargé. Réessaie dans un instant.',
  'server-restarting': 'Le serveur redémarre. Réessaie dans un instant.',
  'disk-full': "Le disque du serveur est plein ou en lecture seule. Rien n'a changé.",

  'invalid-input': 'Vérifie le formulaire et réessaie.',
  'id-required': 'Il manque un identifiant.',
  'id-invalid': "Cet identifiant n'est pas valide.",
  'list-name-required': 'Saisis un nom pour la liste.',
  'item-name-required': "Saisis un nom pour l'article.",
  'token-name-required': 'Saisis un nom pour le jeton.',
  'your-name-required': 'Saisis ton nom.',
  'name-invalid': 'Le nom doit être du texte.',
  'name-too-long': `Un nom peut avoir jusqu'à ${MAX_NAME_LENGTH} caractères.`,
  'quantity-invalid': 'Saisis un nombre, par exemple 2 ou 0,5.',
  'unit-invalid': `Choisis ${oneOf(UNITS.slice(1))}, ou aucune unité pour des pièces.`,
  'category-invalid': `Choisis ${oneOf(CATEGORIES)}.`,
  'reset-invalid': 'Envoie true, ou laisse-le de côté.',
  'view-invalid': `Choisis ${oneOf(VIEWS)}.`,
  'language-invalid': `Choisis ${oneOf(LANGUAGES)}.`,
  'formats-invalid': `Choisis ${oneOf(FORMATS_NAMES)}.`,
  'time-zone-invalid': 'Choisis un fuseau horaire, par exemple Europe/Berlin.',
  'currency-invalid': 'Choisis une devise, par exemple EUR.',
  'price-not-whole':
    "Saisis un prix sans décimales, par exemple 350\u00a0: la devise de cette liste n'en a pas.",
  'prices-too-high':
    "Certains prix de cette liste dépassent 1\u202f000\u202f000, ce qui est trop pour une devise avec des décimales. Baisse-les d'abord.",
  'price-invalid': 'Saisis un prix, par exemple 3 ou 2,49.',
  'price-for-invalid': "Choisis one (l'unité) ou all (le tout).",
  'paid-required': 'Indique combien tu as payé.',
  'paid-invalid': 'Indique combien tu as payé, par exemple 26,80, ou laisse le champ vide.',
  'store-too-long': `Le nom du magasin peut avoir jusqu'à ${MAX_STORE_LENGTH} caractères.`,
  'note-too-long': `Les notes peuvent avoir jusqu'à ${MAX_NOTE_LENGTH} caractères.`,
  'date-invalid': 'Saisis une date.',
  'date-in-future': "Cette date n'est pas encore passée.",
  'email-required': 'Saisis ton adresse e-mail.',
  'reset-email-required': 'Saisis ton adresse e-mail.',
  'email-invalid': 'Cela ne ressemble pas à une adresse e-mail.',
  'email-too-long': `Une adresse e-mail peut avoir jusqu'à ${MAX_EMAIL_LENGTH} caractères.`,
  'password-required': 'Saisis ton mot de passe.',
  'new-password-required': 'Saisis un mot de passe.',
  'current-password-required': 'Saisis ton mot de passe actuel.',
  'next-password-required': 'Saisis un nouveau mot de passe.',
  'password-too-short': `Un mot de passe doit avoir au moins ${MIN_PASSWORD_BYTES} caractères.`,
  'password-too-long': `Un mot de passe peut avoir jusqu'à ${MAX_PASSWORD_BYTES} caractères (moins avec des accents ou des émojis).`,
  'password-invalid': 'Le mot de passe contient un caractère interdit.',
  'password-too-common': 'Ce mot de passe est trop facile à deviner. Choisis-en un autre.',
  'recipe-required': "Saisis d'abord le nom d'une recette\u202f!",
  'recipe-too-long': `Une question peut avoir jusqu'à ${MAX_RECIPE_LENGTH} caractères.`,
  'source-invalid': 'Envoie source avec la valeur cookbook, ou rien.',
  'deleted-invalid': 'Envoie deleted avec la valeur 1, ou rien.',
  'before-invalid': 'Envoie before avec un nombre entier\u00a0: le next de la dernière réponse.',
  'lines-missing': "Saisis ce qu'il faut ajouter, par exemple «\u00a01 kg de riz, lait x3\u00a0».",
  'only-skipped': "Il n'y avait rien à ajouter. Les titres, les liens et les articles cochés sont ignorés.",
  'lines-required': 'Sélectionne au moins un article.',
  'line-empty': 'Une des lignes est vide.',
  'too-many-lines': `Tu peux ajouter jusqu'à ${MAX_ITEMS_AT_ONCE} articles à la fois.`,
  'completed-invalid': 'Envoie completed avec la valeur true ou false.',
  'role-invalid': 'Choisis editor (peut modifier) ou viewer (peut voir).',
  'expiry-invalid': `Choisis ${oneOf(Object.keys(LINK_LIFETIMES))}.`,
  'label-too-long': `Le nom d'un lien peut avoir jusqu'à ${MAX_NAME_LENGTH} caractères.`,
  'always-invalid': 'Envoie always avec la valeur true ou false.',
  'all-lists-invalid': 'Envoie allLists avec la valeur true ou false.',

  'wrong-credentials': 'E-mail ou mot de passe incorrect.',
  'wrong-password': "Mot de passe incorrect. Rien n'a été supprimé.",
  'wrong-current-password': "Ce n'est pas ton mot de passe actuel.",
  'wrong-or-unconfirmed': ({ sendsMail }) =>
    sendsMail
      ? "E-mail ou mot de passe incorrect, ou adresse e-mail pas encore confirmée. Dans ce cas, le lien t'a été renvoyé."
      : 'E-mail ou mot de passe incorrect, ou adresse e-mail pas encore confirmée. Dans ce cas, demande à la personne qui gère ce serveur de confirmer ton compte.',
  'email-taken': 'Il y a déjà un compte avec cette adresse e-mail.',
  'email-by-operator':
    "Ce serveur n'envoie pas d'e-mails. Demande à la personne qui le gère de changer ton adresse.",
  'account-disabled': 'Ce compte est désactivé. Demande à la personne qui gère ce serveur.',
  'link-expired': 'Ce lien a expiré ou a déjà été utilisé.',
  'confirm-with-password':
    "Saisis aussi le mot de passe de ce compte\u00a0: n'importe qui a pu le créer avec ton adresse e-mail.",
  'not-this-password': "Ce n'est pas le mot de passe de ce compte.",
  'registration-closed':
    'On ne peut pas créer de compte sur ce serveur. Demandes-en un à la personne qui le gère.',
  'account-locked': ({ seconds }, reader) =>
    `Trop de tentatives ratées pour ce compte. Choisis un nouveau mot de passe pour te connecter tout de suite, ou réessaie dans ${duration(reader, seconds)}.`,
  'token-exists':
    "Ce jeton existe déjà et ne peut plus être affiché. Si tu ne l'as pas copié, révoque-le et crées-en un autre.",
  'too-many-tokens': ({ max }) => `Tu as ${max} jetons. Révoques-en un pour en créer un autre.`,

  'not-your-lists': "Ces listes appartiennent à quelqu'un d'autre.",
  'list-not-found': "Cette liste n'existe pas, ou tu n'y as pas accès.",
  'item-not-found': "Cet article n'est plus sur la liste.",
  'item-deleted': ({ name, by }, reader) => `${deleterHas(reader, by)} supprimé «\u00a0${cut(name)}\u00a0».`,
  'change-not-found': "Il n'est plus possible d'annuler ce changement.",
  'too-many-lists': ({ max }) => `Tu as ${max} listes. Supprimes-en une pour en ajouter une autre.`,
  'too-many-items': ({ max }) =>
    `Une liste peut avoir jusqu'à ${max} articles. Supprimes-en pour en ajouter d'autres.`,
  'item-changed': (item, reader) =>
    `Quelqu'un a changé cet article pendant que tu le modifiais. Version actuelle\u00a0: ${itemNow(reader, item, item.currency)}. Enregistre à nouveau pour garder ta version.`,
  'storage-limit-reached': ({ bytes: limit }, reader) =>
    `Ton espace de stockage est plein (${bytes(reader, limit)}). Supprime des articles ou une liste pour faire de la place.`,

  'view-only':
    'Tu peux voir cette liste, mais pas la modifier. Demande ce droit à la personne à qui elle appartient.',
  'members-only':
    'Seuls les membres de cette liste peuvent faire ça. Demande une invitation à la personne à qui elle appartient.',
  'owner-only': 'Seule la personne à qui cette liste appartient peut faire ça.',
  'invite-required': 'Il te faut une invitation pour créer un compte sur ce serveur.',
  'member-not-found': "Cette personne n'est plus membre de la liste.",
  'invite-not-found': 'Cette invitation a expiré ou a déjà été utilisée. Demandes-en une nouvelle.',
  'link-not-found': "Ce lien n'existe plus.",
  'link-gone': "Ce lien ne marche plus. Demandes-en un nouveau à la personne qui te l'a envoyé.",
  'owner-must-stay': "Cède la liste à quelqu'un avant de la quitter.",
  'too-many-members': ({ max }) => `Une liste peut avoir jusqu'à ${max} membres.`,
  'too-many-invites': ({ max }) =>
    `Cette liste a ${max} invitations en attente. Annules-en une pour en créer une autre.`,
  'too-many-links': ({ max }) => `Cette liste a ${max} liens. Désactives-en un pour en créer un autre.`,
  'offer-not-found': "Cette liste ne t'est plus proposée.",
  'ask-not-found': "Cette personne ne t'invite plus dans son foyer.",
  'paused-sharing-not-found': 'Tu as déjà répondu à cette question.',
  'too-many-shared-lists': ({ max }) =>
    `Tu es membre de ${max} listes d'autres personnes. Quittes-en une pour en rejoindre une autre.`,

  'recipe-cancelled': "La demande a été annulée. Rien n'a été ajouté.",
  'recipe-unknown': ({ recipe, nearest }) =>
    `Aucune recette pour «\u00a0${recipe}\u00a0».${nearest.length > 0 ? ` Essaie\u00a0: ${nearest.join(', ')}.` : ''}`,
  'recipe-limit-reached': ({ max, seconds }, reader) =>
    `Limite atteinte\u00a0: ${max} questions par heure. ${tryAgain(reader, seconds)}`,
  'ai-unreachable': "Le serveur d'IA est en panne ou injoignable. Rien n'a été ajouté. Réessaie plus tard.",
  'ai-model-missing':
    "Le serveur d'IA n'a pas le modèle que Larder demande. Rien n'a été ajouté. La personne qui gère ce serveur peut y remédier.",
  'ai-model-unset':
    "Larder ne sait pas quel modèle du serveur d'IA utiliser. Rien n'a été ajouté. La personne qui gère ce serveur peut en choisir un.",
  'ai-key-refused':
    "Le serveur d'IA n'accepte pas la clé de Larder. Rien n'a été ajouté. La personne qui gère ce serveur peut y remédier.",
  'ai-limit-reached':
    "La limite de l'IA est atteinte pour le moment. Rien n'a été ajouté. Réessaie plus tard.",
  'ai-refused': "L'IA a refusé de répondre. Rien n'a été ajouté.",
  'ai-timeout': "L'IA a mis trop de temps à répondre. Rien n'a été ajouté.",
  'ai-unusable': "La réponse de l'IA est illisible. Rien n'a été ajouté.",

  'photo-required': "Choisis d'abord une photo.",
  'one-photo-only': 'Envoie une seule photo à la fois.',
  'photo-field-invalid': 'Envoie la photo dans le champ receiptImage.',
  'receipt-not-found': "Cette liste n'a pas de ticket de caisse.",
  'trip-not-found': "Ces courses n'existent pas, ou tu n'y as pas accès.",
  'nothing-to-finish': "Rien n'est coché, ou quelqu'un a déjà terminé les courses.",
  'nothing-to-copy': 'Rien ne reste à acheter sur cette liste.',
  'move-changed': ({ name }) => `Non annulé\u00a0: cela a changé depuis sur «\u00a0${cut(name)}\u00a0».`,
  'move-unreachable': "Non annulé\u00a0: tu ne peux plus modifier l'autre liste.",
  'too-many-trips': ({ max }) => `Tu as ${max} courses enregistrées. Supprimes-en pour en ajouter.`,
  'photo-too-slow': "L'envoi était trop lent. Réessaie avec une meilleure connexion.",
  'photo-too-large': ({ bytes: limit }) => photo.tooLarge({ megabytes: limit / 1024 / 1024 }),
  'not-an-image': `Ce fichier n'est pas une image. ${CHOOSE_PHOTO}`,
  'image-format-unsupported': ({ format }) => unsupportedFormat(format),
  'photo-empty': 'Ce fichier est vide. Choisis une photo.',
  'photo-damaged': 'Cette photo est endommagée ou incomplète. Choisis-en une autre.',
  'photo-too-many-pixels': ({ pixels, max }) =>
    `Cette photo a ${Math.ceil(pixels / 1e6)} mégapixels\u00a0: la limite est de ${max / 1e6}. Choisis-en une plus petite.`,
  'photo-too-complex':
    "Cette photo est enregistrée d'une façon trop longue à lire. Enregistre-la en JPEG ordinaire, ou prends-en une autre.",
  'photo-timeout': 'La lecture de cette photo a pris trop de temps. Choisis-en une plus petite.',
  'photo-limit-reached': ({ max, seconds }, reader) =>
    `Limite atteinte\u00a0: ${max} photos par heure. ${tryAgain(reader, seconds)}`,
  'photo-reader-failed':
    'Le serveur ne peut pas lire de photos pour le moment. Son journal indique pourquoi.',
  'photos-busy': "Le serveur traite d'autres photos. Réessaie dans un instant.",
  'receipt-storage-unavailable':
    "Le stockage des tickets de caisse ne répond pas. Rien n'a changé. Réessaie plus tard.",
  'receipt-storage-full': "Le stockage des tickets de caisse est plein. Rien n'a changé.",
}

function deleterHas(reader: Reader, by: ErrorParams<'item-deleted'>['by']): string {
  if (by === undefined) return "Quelqu'un a"
  if (by === 'you') return 'Tu as'
  return `${'name' in by ? by.name : guestLabel(reader, by.guest)} a`
}

const FORMATS: Record<Exclude<ImageFormat, 'heic'>, string> = {
  avif: 'Une image AVIF',
  video: 'Une vidéo',
  gif: 'Une image GIF',
  pdf: 'Un fichier PDF',
  tiff: 'Une image TIFF ou RAW',
  bmp: 'Une image BMP',
  jxl: 'Une image JPEG XL',
  svg: 'Un dessin SVG',
  html: 'Une page web',
}

function unsupportedFormat(format: ImageFormat): string {
  if (format === 'heic') {
    return 'Les photos HEIC ne sont pas acceptées. Sur un iPhone, choisis Réglages › Appareil photo › Formats › Le plus compatible et reprends la photo, ou partage-la en JPEG.'
  }
  return `${FORMATS[format]} ne peut pas servir de ticket de caisse. ${CHOOSE_PHOTO}`
}
