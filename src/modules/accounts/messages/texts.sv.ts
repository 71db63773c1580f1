import type { Catalogue } from './message.ts';
import { quoted } from './quoted.ts';
import { NO_ALARM, type SecurityEvent } from './security-event.ts';

const ONCE = 'Länken kan användas en gång, inom en timme. Dela den inte med någon.';
const NOTHING_TO_DO = 'Om det inte var du kan du bortse från det här mejlet.';
const TELL_US = 'Om det inte var du, meddela oss genast och byt lösenord.';

const CHANGES: Record<SecurityEvent, string> = {
  account_created:
    'Marknadsplatsen har skapat ett konto åt dig. Välj ett lösenord för att logga in, om du inte redan har fått ett.',
  password_changed: 'Ditt lösenord har ändrats och dina övriga sessioner har avslutats.',
  password_reset: 'Ditt lösenord har ersatts med ett nytt och du har loggats ut överallt.',
  email_change_requested: 'Någon som är inloggad på ditt konto har begärt en annan e-postadress för det.',
  email_changed: 'Ditt konto har från och med nu en annan e-postadress. Den här adressen används inte längre.',
  token_created: 'En API-token har skapats för ditt konto.',
  token_created_by_other:
    'Någon som får agera för dig har skapat en API-token med vilken program agerar i ditt namn. Konsolen visar den och du kan återkalla den där.',
  program_permitted:
    'Du har gett ett program, till exempel en assistent, tillåtelse att agera i ditt namn. Konsolens säkerhetssida visar det och du kan avsluta tillåtelsen där.',
  credentials_set_by_other:
    'En administratör har ändrat lösenordet, e-postadressen eller rättigheterna för ditt konto.',
  taken_over:
    'Någon hade registrerat ett konto med din e-postadress innan du bekräftade den. Kontot är nu ditt. Dess inloggningssätt, och allt som kunde skicka pengar eller data vidare eller öppna det igen, har tagits bort: utbetalningsuppgifter, nycklar, webhookar, inbjudningar.',
  second_factor_guessed:
    'Någon som kan ditt lösenord har i dag angett fel kod för din andra faktor tre gånger. Byt lösenord om det inte var du.',
  second_factor_added: 'En andra faktor har lagts till på ditt konto. Du behöver den när du loggar in.',
  second_factor_removed: 'Den andra faktorn på ditt konto har tagits bort.',
  passkey_added: 'En lösennyckel har lagts till på ditt konto. Den kan användas för att logga in.',
  passkey_removed: 'En lösennyckel på ditt konto har tagits bort.',
  recovery_codes_made: 'Nya återställningskoder har skapats för ditt konto. De tidigare gäller inte längre.',
  approved: 'Ditt konto har godkänts. Du kan nu skapa länkar och gå med i kampanjer.',
  role_changed: 'Din roll i ett team har ändrats. Konsolen visar vad du kan göra nu.',
  removed_from_team: 'Du har tagits bort från ett team och agerar inte längre för det.',
  deletion_requested: 'Ditt konto kommer att raderas. Fram till dess kan du logga in och behålla det.',
};

const PAUSES = {
  owner: 'Du pausade den.',
  failing: 'Den har inte tagit emot något på tre dagar.',
  gone: 'Den svarade 410 Gone, vilket betyder att den inte vill ha fler händelser.',
};

const codeOf = (token: string) => `Kampanjens kod är ${token}.`;
const because = (reason: string | null) => (reason === null ? [] : ['', `Marknadsplatsen skriver: ${reason}`]);

const APPEALED = {
  click: 'ett makulerat klick',
  order: 'en nekad order',
  one_time_payment: 'en makulerad engångsbetalning',
  order_claim: 'en avslagen orderanmälan',
};
const OUTCOMES = { upheld: 'bifallits', dismissed: 'avslagits' };

export const sv: Catalogue = {
  greeting: 'Hej!',
  notifications: {
    campaign_invited: ({ campaign, store, token }) => ({
      subject: 'Inbjudan till en kampanj',
      title: `Inbjudan till kampanjen ”${campaign}”`,
      lines: [
        `Butiken ”${store}” bjuder in dig till sin kampanj ”${campaign}”.`,
        'Vad den handlar om och hur du svarar ser du när du loggar in:',
      ],
      after: [codeOf(token), '', 'Om du inte vill delta behöver du inte göra något.'],
    }),
    campaign_accepted: ({ campaign, store, token }) => ({
      subject: 'Du deltar i en kampanj',
      title: `Du deltar i kampanjen ”${campaign}”`,
      lines: [
        `Butiken ”${store}” har godkänt dig för sin kampanj ”${campaign}”.`,
        'Hur det går vidare ser du när du loggar in:',
      ],
      after: [codeOf(token), '', 'Dina klick ger från och med nu kampanjens ersättning, så länge den pågår.'],
    }),
    campaign_denied: ({ campaign, store, token }) => ({
      subject: 'Din ansökan till en kampanj',
      title: `Din ansökan till kampanjen ”${campaign}”`,
      lines: [
        `Butiken ”${store}” har valt att gå vidare utan dig i sin kampanj ”${campaign}”.`,
        'Din ansökan ser du när du loggar in:',
      ],
      after: [codeOf(token), '', 'Länkar som du har skapat till butiken fungerar som förut.'],
    }),
    campaign_application: ({ campaign, store }) => ({
      subject: 'En ansökan till en kampanj',
      title: `En ansökan till kampanjen ”${campaign}”`,
      lines: [`En kreatör har ansökt till kampanjen ”${campaign}” hos ”${store}”. Den väntar på ditt beslut:`],
    }),
    agreement_changed: ({ campaign, store, version }) => ({
      subject: 'Nya villkor för en kampanj',
      title: `Nya villkor för kampanjen ”${campaign}”`,
      lines: [
        `Butiken ”${store}” har ändrat villkoren för sin kampanj ”${campaign}” (version ${version}).`,
        'Den version som du har godkänt gäller för dig tills du godkänner den nya:',
      ],
    }),
    deliverable_planned: ({ campaign, store, first }, f) => ({
      subject: 'En ny leverans i en kampanj',
      title: `En ny leverans i kampanjen ”${campaign}”`,
      lines: [`Butiken ”${store}” har planerat en leverans för dig, med sista dag ${f.day(first)}. Här ser du vilken:`],
    }),
    deliverables_due: ({ campaign, store, count, first }, f) => ({
      subject: 'Snart sista dag för leveranser',
      title: `Snart sista dag i kampanjen ”${campaign}”`,
      lines: [
        count === 1
          ? `En leverans till butiken ”${store}” har sista dag ${f.day(first)}. Skicka in ditt utkast här:`
          : `${count} leveranser till butiken ”${store}” har snart sista dag, den första ${f.day(first)}. Skicka in dina utkast här:`,
      ],
    }),
    address_wanted: ({ campaign, store }) => ({
      subject: 'Vart ska produkten skickas?',
      title: `Din adress saknas i kampanjen ”${campaign}”`,
      lines: [`Butiken ”${store}” vill skicka sin produkt till dig men vet inte vart. Fyll i din adress här:`],
    }),
    parcel_sent: ({ campaign, store, parcel }) => ({
      subject: 'Något är på väg till dig',
      title: `Butiken ”${store}” har skickat något till dig`,
      lines: [
        parcel === ''
          ? `Det hör till kampanjen ”${campaign}”. Här ser du vad:`
          : `Det hör till kampanjen ”${campaign}”. Paket: ${parcel}. Bekräfta här när det har kommit fram:`,
      ],
    }),
    parcel_missing: ({ campaign, store }) => ({
      subject: 'Ett paket har inte kommit fram',
      title: `Ett paket i kampanjen ”${campaign}” har inte kommit fram`,
      lines: [`En kreatör har inte fått det som ”${store}” har skickat. Här är kreatörens meddelande:`],
    }),
    draft_submitted: ({ campaign, store, deliverable }) => ({
      subject: 'Ett utkast till en kampanj',
      title: `Ett utkast till kampanjen ”${campaign}”`,
      lines: [`En kreatör har skickat in ett utkast av ”${deliverable}” till ”${store}”. Det väntar på ditt beslut:`],
    }),
    draft_decided: ({ campaign, store, deliverable, decision }) => ({
      subject: decision === 'approved' ? 'Ditt utkast är godkänt' : 'Ändringar i ditt utkast',
      title:
        decision === 'approved'
          ? `Ditt utkast av ”${deliverable}” är godkänt`
          : `Ändringar i ditt utkast av ”${deliverable}”`,
      lines: [
        decision === 'approved'
          ? `Butiken ”${store}” har godkänt ditt utkast till sin kampanj ”${campaign}”:`
          : `Butiken ”${store}” ber om ändringar i ditt utkast till sin kampanj ”${campaign}”. Här ser du vilka:`,
      ],
    }),
    publication_reported: ({ campaign, store, deliverable }) => ({
      subject: 'Ett inlägg till en kampanj är publicerat',
      title: `Ett inlägg till kampanjen ”${campaign}” är publicerat`,
      lines: [`En kreatör har publicerat ”${deliverable}” för ”${store}”. Godkänn inlägget eller be om en rättelse:`],
    }),
    publication_decided: ({ campaign, store, deliverable, decision }) => ({
      subject: decision === 'accepted' ? 'Ditt inlägg är godkänt' : 'En rättelse av ditt inlägg',
      title:
        decision === 'accepted'
          ? `Ditt inlägg för ”${deliverable}” är godkänt`
          : `En rättelse av ditt inlägg för ”${deliverable}”`,
      lines: [
        decision === 'accepted'
          ? `Butiken ”${store}” har godkänt ditt inlägg för sin kampanj ”${campaign}”:`
          : `Butiken ”${store}” ber om en rättelse av ditt inlägg för sin kampanj ”${campaign}”. Här ser du vad det gäller:`,
      ],
    }),
    usage_rights_offered: ({ campaign, store, deliverable }) => ({
      subject: 'En butik vill ha användningsrätt',
      title: `Användningsrätt till ”${deliverable}”`,
      lines: [
        `Butiken ”${store}” vill ha användningsrätt till ”${deliverable}” i sin kampanj ”${campaign}”. Den gäller bara om du godkänner den:`,
      ],
    }),
    usage_rights_answered: ({ campaign, store, deliverable, answer }) => ({
      subject: answer === 'accepted' ? 'Användningsrätten är godkänd' : 'Användningsrätten är avböjd',
      title:
        answer === 'accepted'
          ? `Användningsrätten till ”${deliverable}” är godkänd`
          : `Användningsrätten till ”${deliverable}” är avböjd`,
      lines: [`Kreatören har svarat på erbjudandet från ”${store}” i kampanjen ”${campaign}”:`],
    }),
    usage_rights_end: ({ campaign, store, deliverable, step, day }, f) => ({
      subject: step === 'proposed' ? 'Ett tidigare slut på användningsrätten' : 'Ett tidigare slut är överenskommet',
      title: `Användningsrätten till ”${deliverable}”`,
      lines: [
        step === 'proposed'
          ? `Det föreslås att användningsrätten för ”${store}” i kampanjen ”${campaign}” upphör ${f.day(day)}. Godkänn om det passar dig:`
          : `Användningsrätten för ”${store}” i kampanjen ”${campaign}” upphör ${f.day(day)}, som du har föreslagit:`,
      ],
    }),
    usage_rights_ending: ({ campaign, store, deliverable, day }, f) => ({
      subject: 'En användningsrätt upphör snart',
      title: `Användningsrätten till ”${deliverable}” upphör snart`,
      lines: [`Användningsrätten för ”${store}” i kampanjen ”${campaign}” upphör ${f.day(day)}:`],
    }),
    rates_changed: ({ campaign, store }) => ({
      subject: 'Nya ersättningar i en kampanj',
      title: `Nya ersättningar i kampanjen ”${campaign}”`,
      lines: [
        `Butiken ”${store}” har ändrat provisionsreglerna eller bonusarna i sin kampanj ”${campaign}”.`,
        'Klick hittills behåller sina ersättningar. Bonusar som redan gäller för månaden gäller fortfarande:',
      ],
    }),
    agency_invited: ({ agency }) => ({
      subject: 'En byrå vill representera dig',
      title: agency === null ? 'En byrå vill representera dig' : `Byrån ”${agency}” vill representera dig`,
      lines: [
        'Den skulle agera för dig i kampanjer och se vad du tjänar. Inget ändras om du inte tackar ja. Läs vad det innebär och svara här:',
      ],
    }),
    agency_invitation_answered: ({ creator, answer }) => ({
      subject: answer === 'accepted' ? 'En kreatör har anslutit sig till er byrå' : 'En kreatör har tackat nej',
      title:
        answer === 'accepted'
          ? `”${creator}” har anslutit sig till er byrå`
          : `”${creator}” har tackat nej till er inbjudan`,
      lines: [
        answer === 'accepted'
          ? 'Ni agerar nu för kreatören:'
          : 'Ni kan inte bjuda in kreatören igen på 90 dagar. Andra finns här:',
      ],
    }),
    store_message: ({ campaign, store, text }) => ({
      subject: 'Ett meddelande från en butik',
      title: `Ett meddelande från ”${store}” om kampanjen ”${campaign}”`,
      lines: [...quoted(text), 'Läs det och svara här:'],
    }),
    message_received: ({ campaign, store, text }) => ({
      subject: 'Ett meddelande om en kampanj',
      title: `Ett meddelande till ”${store}” om kampanjen ”${campaign}”`,
      lines: [...quoted(text), 'Läs det och svara här:'],
    }),
    message_copied: ({ campaign, store }) => ({
      subject: 'Ett meddelande till en av dina kreatörer',
      title: `Ett meddelande till en av dina kreatörer om kampanjen ”${campaign}” hos ”${store}”`,
      lines: [
        `Butiken ”${store}” och en av dina kreatörer skriver om kampanjen ”${campaign}”. Läs konversationen här:`,
      ],
    }),
    broadcast_copied: ({ store, creators }) => ({
      subject: 'Ett meddelande till dina kreatörer',
      title: `Ett meddelande från ”${store}” till ${creators === 1 ? 'en av dina kreatörer' : `${creators} av dina kreatörer`}`,
      lines: [
        `Butiken ”${store}” har skrivit till ${creators === 1 ? 'en av dina kreatörer' : `${creators} av dina kreatörer`}. Läs konversationerna här:`,
      ],
    }),
    orders_disputed: ({ store }) => ({
      subject: 'En order behöver ditt beslut',
      lines: [
        `En order hos ${store} har rapporterats mer än en gång, och rapporterna säger emot varandra om klicket eller värdet.`,
        '',
        'Den ger ingen provision förrän du har bestämt vilken rapport som stämmer. Det kan finnas fler sådana ordrar; alla finns här:',
      ],
      after: ['Du får det här meddelandet högst en gång om dagen.'],
    }),
    orders_contradicted: ({ store }) => ({
      subject: 'En rapport säger emot en order som är avgjord',
      lines: [
        `Efter att en order hos ${store} avgjorts kom en rapport som anger ett annat klick eller värde.`,
        '',
        'Ordern förblir som den avgjordes. Jämför dess rapporter. Om beslutet var fel kan du registrera en återbetalning eller be marknadsplatsen att ' +
          'makulera ordern. Det kan finnas fler sådana ordrar:',
      ],
      after: ['Du får det här meddelandet högst en gång om dagen.'],
    }),
    reports_unconfirmed: ({ store }) => ({
      subject: 'Ovanligt många ordrar rapporterades från era sidor',
      lines: [
        `Fler ordrar än vanligt hos ${store} rapporterades från sidor utan signatur. Ytterligare rapporter sparas i 14 dagar utan verkan: de kostar ingenting och är ännu inga ordrar.`,
        '',
        'Registrera eller kasta dem timme för timme. Signera rapporterna från era sidor, eller rapportera ordrar från er server, så behöver ingen vänta:',
      ],
      after: ['Du får det här meddelandet högst en gång om dagen.'],
    }),
    orders_due: ({ store, orders, first }, f) => ({
      subject: orders === 1 ? 'En order godkänns snart' : `${orders} ordrar godkänns snart`,
      lines: [
        `${orders === 1 ? 'En order som inte är avgjord' : `${orders} ordrar som inte är avgjorda`} hos ${store} godkänns enligt butikens regel inom tre dagar, den första ${f.time(first)}.`,
        '',
        'Avslå det som har avbeställts eller returnerats, eller förläng tiden för en order som du behöver kontrollera:',
      ],
    }),
    order_received: ({ store }) => ({
      subject: 'En order har tillskrivits dig',
      lines: [`En person hos ${store} eller marknadsplatsen har tillskrivit dig en order. Läs skälet här:`],
    }),
    order_lost: ({ store }) => ({
      subject: 'En order har tillskrivits en annan kreatör',
      lines: [
        `En person hos ${store} eller marknadsplatsen har tillskrivit en annan kreatör en av dina ordrar. Läs skälet här:`,
      ],
    }),
    appeal_opened: ({ store, about }) => ({
      subject: 'Ett överklagande av ett beslut',
      title: `Ett överklagande av ett beslut hos ${store}`,
      lines: [
        `Ett överklagande har öppnats. Det gäller ${APPEALED[about]} hos butiken ”${store}”. Här finns skälet, och här svarar du:`,
      ],
    }),
    appeal_answered: ({ store, about }) => ({
      subject: 'En kommentar till ett överklagande',
      title: `En kommentar till ett överklagande hos ${store}`,
      lines: [`Det finns en ny kommentar till överklagandet av ${APPEALED[about]} hos butiken ”${store}”:`],
    }),
    appeal_decided: ({ store, about, outcome }) => ({
      subject: `Ett överklagande har ${OUTCOMES[outcome]}`,
      title: `Ett överklagande hos ${store} har ${OUTCOMES[outcome]}`,
      lines: [
        `Överklagandet av ${APPEALED[about]} hos butiken ”${store}” har ${OUTCOMES[outcome]}. Skälet är den sista kommentaren:`,
      ],
      after: ['Ett överklagande ändrar inga belopp i sig.'],
    }),
    statement_issued: ({ number, month, total }, f) => ({
      subject: `Din avräkning ${number}`,
      lines: [`Din avräkning ${number} för ${f.month(month)} har ställts ut. Den uppgår till ${f.money(total)}.`],
    }),
    statement_paid: ({ number, total }, f) => ({
      subject: `Din avräkning ${number} har betalats`,
      lines: [`${f.money(total)} enligt din avräkning ${number} har betalats.`],
    }),
    invoice_issued: ({ number, month, total, due }, f) => ({
      subject: `Faktura ${number}`,
      lines: [
        `Fakturan ${number} för ${f.month(month)} har ställts ut. Betala ${f.money(total)} senast ${f.day(due)}.`,
      ],
    }),
    credit_note_issued: ({ number, invoice, total }, f) => ({
      subject: `Kreditfaktura ${number}`,
      lines: [`Kreditfakturan ${number} på ${f.money(total)} till faktura ${invoice} har ställts ut.`],
    }),
    invoice_paid: ({ number, total }, f) => ({
      subject: `Faktura ${number} har betalats`,
      lines: [`Betalningen av ${f.money(total)} för faktura ${number} har kommit in. Tack.`],
    }),
    payout_paid: ({ amount }, f) => ({
      subject: 'En utbetalning har gjorts',
      lines: [`En utbetalning på ${f.money(amount)} har gjorts till ditt konto.`],
    }),
    payout_failed: ({ amount, reason }, f) => ({
      subject: 'En utbetalning nådde dig inte',
      lines: [
        `Utbetalningen på ${f.money(amount)} nådde inte ditt konto (${reason}).`,
        'Beloppet finns åter i ditt saldo. Kontrollera ditt utbetalningskonto, så betalas det vid nästa utbetalning.',
      ],
    }),
    payout_account_changed: ({ account, currency, usableFrom }, f) => ({
      subject: 'Ditt utbetalningskonto har ändrats',
      lines: [
        `Utbetalningar${currency === null ? '' : ` i ${currency}`} går från och med nu till ett annat konto: ${account}.`,
        `Inget betalas till det före den ${f.day(usableFrom)}.`,
        TELL_US,
      ],
    }),
    payout_account_removed: ({ account }) => ({
      subject: 'Ditt utbetalningskonto har tagits bort',
      lines: [`Utbetalningskontot ${account} har tagits bort.`, TELL_US],
    }),
    limit_reached: ({ campaign }) => ({
      subject: 'En kampanj har nått en gräns',
      title: `Kampanjen ”${campaign}” har nått en gräns`,
      lines: [
        `Kampanjen ”${campaign}” har nått sin gräns för klick eller kostnad, eller förbrukat sin delade budget. Ytterligare klick ger inte kampanjens ersättning.`,
      ],
    }),
    credit_near: ({ store, incurred, limit }, f) => ({
      subject: 'En butik närmar sig sin kreditgräns',
      title: `Butiken ”${store}” närmar sig sin kreditgräns`,
      lines: [
        `Din butik ”${store}” har kostnader och utlovade betalningar på ${f.money(incurred)} som ännu inte är betalda. Kreditgränsen är ${f.money(limit)}.`,
        'När den nås ersätts inga fler klick, och kampanjer kan inte utlova fler betalningar. Betala öppna fakturor eller be marknadsplatsen om en högre gräns.',
      ],
    }),
    store_approved: ({ store, reason }) => ({
      subject: 'Din butik är godkänd',
      title: `Butiken ”${store}” är godkänd`,
      lines: [
        `Din butik ”${store}” är godkänd. Kreatörer ser den nu och dess kampanjer kan köras.`,
        ...because(reason),
      ],
    }),
    store_rejected: ({ store, reason }) => ({
      subject: 'Din butik är inte godkänd',
      title: `Butiken ”${store}” är inte godkänd`,
      lines: [
        `Din butik ”${store}” har inte godkänts. Dess länkar ger ingen ersättning och dess kampanjer körs inte.`,
        ...because(reason),
      ],
    }),
    influencer_complete: ({ influencer, store }) => ({
      subject: 'Uppgifterna om en influencer är kompletta',
      title: `Uppgifterna om ”${influencer}” är kompletta`,
      lines: [
        `Uppgifterna om influencern ”${influencer}” från sociala medier har hämtats i sin helhet.`,
        `Medlemmar i ”${store}” hittar dem bland influencerna när de loggar in:`,
      ],
    }),
    links_unpaid: ({ store, links }) => ({
      subject:
        links === 1
          ? 'En sida som du länkar till ger ingen ersättning längre'
          : 'Sidor som du länkar till ger ingen ersättning längre',
      title: `”${store}” betalar inte längre för ${links === 1 ? 'en sida som du länkar till' : 'sidor som du länkar till'}`,
      lines: [
        `Länkar som inte längre ger någon ersättning: ${links}`,
        '',
        'Butiken har ändrat sina URL-regler eller domäner. Länkarna leder fortfarande till butiken. De ger ersättning igen om butiken åter betalar för sidorna. Du ser länkarna här:',
      ],
    }),
    products_changed: ({ store, drops, gone }) => ({
      subject: 'Produkter som du länkar till har ändrats',
      title: `Produkter hos ”${store}” som du länkar till har ändrats`,
      lines: [
        ...(drops > 0 ? [`Produkter som kostar mindre: ${drops}`] : []),
        ...(gone > 0
          ? [`Länkar till produkter som butiken inte längre har: ${gone}. Kontrollera om sidorna finns kvar.`]
          : []),
      ],
    }),
    webhook_paused: ({ kind, id, url, reason, api, since }) => ({
      subject: `${kind === 'webhook' ? 'Webhooken' : 'Postbacken'} ${id} är pausad`,
      lines: [
        `${kind === 'webhook' ? 'Webhooken' : 'Postbacken'} ${id} är pausad och får inga händelser:`,
        '',
        url,
        '',
        PAUSES[reason],
        '',
        'Leveransloggen visar vad som har hänt. För att återuppta, sätt status till ”active”:',
        '',
        `PATCH ${api} {"status": "active"}`,
        '',
        'Begär sedan händelserna sedan pausen:',
        '',
        `POST ${api}/replay {"since": "${since}"}`,
      ],
    }),
    store_key_created: ({ store, key }) => ({
      subject: 'En ny API-nyckel för en butik',
      title: `En ny API-nyckel för butiken ”${store}”`,
      lines: [
        `API-nyckeln ”${key}” skapades för butiken ”${store}”. Program kan agera för butiken med den.`,
        'Om du inte vet vad den är till för, fråga butikens ägare eller återkalla den:',
      ],
    }),
    store_key_revoked: ({ store, key }) => ({
      subject: 'En API-nyckel för en butik återkallades',
      title: `En API-nyckel för butiken ”${store}” återkallades`,
      lines: [
        `API-nyckeln ”${key}” för butiken ”${store}” återkallades. Program som använder den nekas från och med nu.`,
        'De återstående nycklarna finns här:',
      ],
    }),
    data_export_ready: ({ days }, f) => ({
      subject: `Dina uppgifter hos ${f.market}`,
      lines: [`Filen med dina uppgifter hos ${f.market} är klar. Logga in och öppna:`],
      after: [`Den sparas i ${days} dagar. Om du inte har begärt den, välj ett nytt lösenord.`],
    }),
    administrator_changed: ({ person, by, what }, f) => ({
      subject: `En administratör för ${f.market} har ${what === 'made' ? 'lagts till' : 'ändrats'}`,
      lines: [
        what === 'made'
          ? `${by} har gjort ${person} till administratör.`
          : `${by} har ändrat lösenordet eller e-postadressen för administratören ${person}.`,
        `${person} kan inte godkänna utbetalningar som ${by} har skapat. Om du inte väntade dig detta, kontrollera det genast:`,
      ],
    }),
    account_changed: ({ event }, f) => ({
      subject:
        event === 'account_created' ? `Ditt nya konto hos ${f.market}` : `En ändring av ditt konto hos ${f.market}`,
      lines: [
        CHANGES[event],
        ...(NO_ALARM.includes(event) ? [] : ['', 'Om det inte var du, välj genast ett nytt lösenord och meddela oss.']),
      ],
    }),
  },
  mails: {
    sign_up: ({ url }, f) => ({
      subject: 'Bekräfta din e-postadress',
      lines: [`Du har registrerat dig hos ${f.market}. Öppna länken för att bekräfta din adress:`, '', url],
      after: [ONCE, '', NOTHING_TO_DO],
    }),
    password_reset: ({ url }, f) => ({
      subject: 'Välj ett nytt lösenord',
      lines: [
        `Någon har begärt ett nytt lösenord för ditt konto hos ${f.market}.`,
        'Om det var du, välj det här:',
        '',
        url,
      ],
      after: [ONCE, '', 'Om det inte var du förblir ditt lösenord oförändrat.'],
    }),
    sign_in: ({ code }, f) => ({
      subject: 'Din kod för inloggning',
      lines: [
        `Någon har loggat in på ditt konto hos ${f.market} med rätt lösenord, efter många felaktiga för din adress från andra platser.`,
        'Om det var du anger du den här koden tillsammans med lösenordet:',
        '',
        code,
      ],
      after: [ONCE, '', 'Om det inte var du bör du välja ett nytt lösenord nu.'],
    }),
    email_change: ({ url }, f) => ({
      subject: 'Bekräfta din e-postadress',
      lines: [
        `Den här adressen har angetts för ditt konto hos ${f.market}.`,
        'Logga in och öppna länken för att bekräfta den:',
        '',
        url,
      ],
      after: [ONCE, '', NOTHING_TO_DO],
    }),
    address_known: ({ signInUrl, forgottenUrl }, f) => ({
      subject: 'Du har redan ett konto',
      lines: [
        `Någon försökte registrera sig hos ${f.market} med din adress, som redan hör till ett konto.`,
        'Om det var du, logga in eller välj ett nytt lösenord:',
        '',
        signInUrl,
        forgottenUrl,
      ],
      after: [NOTHING_TO_DO],
    }),
    address_taken: (_, f) => ({
      subject: 'Din adress har inte flyttats',
      lines: [
        `Någon ville använda din adress för ett annat konto hos ${f.market}.`,
        'Adressen hör redan till ett konto, och ingenting har ändrats.',
      ],
    }),
    team_invite: ({ kind, name, url, secret, until }, f) => ({
      subject: `Inbjudan att företräda ${kind === 'store' ? 'en butik' : 'en byrå'} på ${f.market}`,
      lines: [
        `Du är inbjuden att företräda ${kind === 'store' ? 'butiken' : 'byrån'}${name === null ? '' : ` ”${name}”`} på ${f.market}. Öppna den här sidan för att acceptera:`,
        '',
        url,
        '',
        'Om ett program frågar efter inbjudans kod är den:',
        '',
        secret,
      ],
      after: [
        `Länken och koden kan användas en gång, till och med den ${f.day(until)}. Den som har dem kan acceptera i ditt ställe: dela dem inte med någon.`,
        '',
        'Om du inte väntade någon inbjudan behöver du inte göra något.',
      ],
    }),
    invoice_reminder: ({ store, number, open, due, level, levels }, f) => ({
      subject: `${level === levels ? 'Sista påminnelsen' : 'Påminnelse'}: faktura ${number}`,
      lines: [
        `Faktura ${number} för din butik ”${store}” hos ${f.market} är inte betald.`,
        `${f.money(open)} återstår att betala. Förfallodagen var den ${f.day(due)}.`,
        '',
        level === levels
          ? 'Butikens kreditgräns är noll tills fakturan är betald: dess klick ersätts inte, och dess kampanjer kan inte utlova betalningar.'
          : `Det här är påminnelse ${level} av ${levels}. Med den sista blir butikens kreditgräns noll.`,
        'Om du redan har betalat kan du bortse från det här mejlet.',
        '',
        'Butikens fakturor finns här:',
      ],
    }),
    order_claim_accepted: ({ store }) => ({
      subject: 'Din orderanmälan har godkänts',
      lines: [
        `Ordern som du anmälde hos butiken ”${store}” har godkänts. Den är nu en godkänd order för dig.`,
        'Vad du tjänar på den ser du när du loggar in:',
      ],
    }),
    order_claim_declined: ({ store }) => ({
      subject: 'Din orderanmälan har avslagits',
      lines: [
        `Ordern som du anmälde hos butiken ”${store}” har inte godkänts.`,
        'Skälet ser du när du loggar in. Om du inte håller med kan du överklaga där:',
      ],
    }),
    order_claims_due: ({ store, claims, first }, f) => ({
      subject: claims === 1 ? 'En orderanmälan behöver ditt beslut' : `${claims} orderanmälningar behöver ditt beslut`,
      lines: [
        `Kreatörer har anmält ordrar hos butiken ”${store}” som saknas eller är fel, och ${claims === 1 ? 'en' : claims} av anmälningarna måste avgöras snart.`,
        '',
        `Den första tidsfristen går ut den ${f.time(first)}. Efter tidsfristen avgör en administratör. Godkänn eller avslå anmälningarna här:`,
      ],
    }),
  },
  digest: (count, market) => ({
    subject: count === 1 ? `Din vecka på ${market}: en nyhet` : `Din vecka på ${market}: ${count} nyheter`,
    lead: 'Nyheter som du inte har läst än:',
    more: (rest) => `Ytterligare ${rest} finns i konsolen.`,
  }),
  unsubscribe: 'För att inte få fler meddelanden av det här slaget, öppna:',
  page: {
    title: 'Avsluta utskick',
    kinds: {
      campaigns: 'kampanjnyheter',
      messages: 'meddelanden i konversationer',
      orders: 'ordrar att avgöra',
      statements: 'avräkningar och fakturor',
      payments: 'betalningar',
      limits: 'gränser som nås',
      service: 'din butik och dess kopplingar',
      reports: 'schemalagda rapporter',
      digest: 'veckobrevet',
      invitations: 'inbjudningar till den här adressen',
    },
    question: (kind) => `Vill du inte få fler meddelanden av det här slaget: ${kind}?`,
    confirm: 'Avsluta',
    declined: 'Den här adressen får inga fler inbjudningar. Om du skapar ett konto med den kan du välja dina mejl där.',
    done: (kind) => `Du får inga fler meddelanden av det här slaget: ${kind}. Du kan ändra det i konsolen.`,
    unknown: 'Länken gäller inte längre. Du kan välja dina meddelanden i konsolen.',
  },
};
