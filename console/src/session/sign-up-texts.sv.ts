import type { en } from './sign-up-texts.en.ts';

const sv: typeof en = {
  signUp: {
    title: 'Skapa konto',
    toCampaign: 'När du har bekräftat din adress går du med i kampanjen som du bjöds in till.',
    noCampaign: 'Den här kampanjen är inte längre öppen. Du kan ändå skapa ett konto.',
    invited: (store, campaign) =>
      campaign === ''
        ? `${store} bjuder in dig till en kampanj.`
        : `${store} bjuder in dig till kampanjen ”${campaign}”.`,
    haveAccount: 'Jag har redan ett konto',
    closed: 'Just nu går det inte att skapa nya konton för kreatörer och byråer.',
    byInvitation: 'Kreatörer skapar konto via en kampanjs sida eller inbjudningslänk.',
    role: 'Kontotyp',
    roles: { creator: 'Kreatör', store: 'Butik', agency: 'Byrå' },
    store: {
      name: 'Butikens namn',
      domain: 'Domän',
      domainHint: 'Till exempel butik.example. Du verifierar att den är din när kontot är skapat.',
      country: 'Land',
      currency: 'Valuta',
      currencyHint: 'Följer landet. Kan inte ändras efter det första klicket.',
      approval:
        'En administratör godkänner nya butiker innan de kan spendera pengar. Du kan förbereda allt under tiden.',
      noMarket: 'Den här marknadsplatsen har ingen marknad än. Kontakta administratören.',
      action: 'Registrera butik',
    },
    name: 'Ditt namn',
    agencyName: 'Byråns namn',
    passwordHint: 'Minst 8 tecken.',
    accept: 'Jag godkänner:',
    terms: { terms: 'Villkor', privacy: 'Integritetspolicy' },
    action: 'Skapa konto',
    check: {
      title: 'Titta i din e-post',
      sent: 'E-post skickad till:',
      hint: 'Öppna länken i mejlet inom en timme. Titta i skräpposten om inget kommer.',
      again: 'Skicka igen',
      againIn: (seconds) => `Skicka igen om ${seconds} s`,
      sentAgain: 'E-post skickad igen till:',
      wrong: 'Fel adress?',
    },
  },
  invitation: {
    title: 'Inbjudan',
    incomplete: 'Adressen är ofullständig. Öppna den så som den står i mejlet.',
    invalid: 'Den här inbjudan gäller inte längre. Den kan vara använd eller ha gått ut. Be om en ny.',
    failed: 'Inbjudan kunde inte läsas. Läs in sidan igen.',
    invites: (inviter, name, kind) =>
      inviter === null
        ? `Du är inbjuden att arbeta för ${kind} ${name}.`
        : `${inviter} bjuder in dig att arbeta för ${kind} ${name}.`,
    kinds: { advertiser: 'butiken', agency: 'byrån' },
    as: (email, role) => `Konto: ${email}. Roll: ${role}.`,
    roles: { owner: 'ägare', manager: 'ansvarig', finance: 'ekonomi', read_only: 'läsbehörighet' },
    action: 'Tacka ja',
    accepted: (name) => `Du arbetar nu för ${name}. Logga in för att fortsätta.`,
  },
};
export default sv;
