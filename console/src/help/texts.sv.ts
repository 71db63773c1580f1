import type { en } from './texts.en.ts';

const sv: typeof en = {
  next: 'Nästa steg',
  words: 'Ord på sidan',
  more: 'Tryck på ? för att se kortkommandona.',
  pages: {
    newLink:
      'Gör adressen till en produkt eller sida till en egen länk. Köp och klick via länken ger dig den ersättning som visas innan du delar den.',
    links:
      'Alla länkar som du har skapat, med klick, ordrar och intäkter för de valda dagarna. Öppna en länk för att byta namn på den, tagga den, ge den ett kort namn eller ladda ner dess QR-kod.',
    products:
      'Hitta produkter från alla butiker efter namn och pris, och skapa en länk till någon av dem. En bevakning säger till när en matchande produkt dyker upp eller blir billigare.',
    domains:
      'Använd en egen domän i länkar i stället för marknadsplatsens domän. Domänen måste peka på den här servern, och du visar att den är din.',
    creatorCampaigns:
      'Kampanjer som du är inbjuden till, kan söka till eller deltar i. En kampanj har egna ersättningar och uppgifter, som gäller när butiken har godkänt dig.',
    creatorEarnings:
      'Vad du har tjänat per månad, dag och order, och de avräkningar som har utfärdats. Välj ett belopp för att se hur det har räknats ut.',
    claims:
      'Anmäl en order som saknas eller är fel, med underlag som till exempel butikens orderbekräftelse. Butiken beslutar före en tidsgräns, och därefter en administratör.',
    creatorPayouts:
      'Vad som betalas ut till dig härnäst och när, vad som väntar och varför, och till vilket konto pengarna går.',
    agencyPayouts:
      'Vad som betalas ut till byrån härnäst och när, vad som väntar och varför, och till vilket konto pengarna går.',
    webhooks:
      'Låt ett eget program få veta när något händer, till exempel en ny order. Varje leverans loggas här och kan skickas igen.',
    overview:
      'Hur det går för butiken under de valda dagarna jämfört med dagarna före, och vad som väntar på beslut. Varje siffra leder till listan bakom den.',
    campaigns:
      'Erbjud kreatörer egna ersättningar under en begränsad tid, med budget och uppgifter. Bjud in kreatörer, eller låt dem söka och godkänn dem på tavlan.',
    statistics:
      'Vilka kreatörer, länkar och kampanjer som ger klick och ordrar, och vad de kostar. Spara ett urval som en vy för att dela det med teamet.',
    orders:
      'Alla rapporterade ordrar, vad de tillskrivs och vad de kostar. Godkänn eller neka väntande ordrar, och registrera återbetalningar.',
    events:
      'Leads, provperioder och andra händelser som du betalar för utöver ordrar, vad de kostar och hur många klick som leder till dem. Godkänn eller neka väntande händelser. Typerna och deras belopp finns i inställningarna.',
    storeClaims:
      'Ordrar som kreatörer anmäler som saknade eller felaktiga. Jämför underlaget med det som är känt, och godta eller avslå före tidsgränsen.',
    appeals:
      'Kreatörers överklaganden av nekade ordrar, makulerade belopp och avslagna orderanmälningar. Ett överklagande ändrar inget belopp i sig.',
    tracking:
      'Anslut butiken så att dess ordrar rapporteras: med ett skript, ett tillägg eller din server. Skicka sedan en testorder, och se här om rapporter kommer in.',
    vouchers:
      'Koder som kreatörer publicerar i stället för länkar. En order med en kod räknas för kodens kreatör. Tilldela koder som finns i butiken, och se ordrar som väntar på en kod.',
    urlRules:
      'Vilka adresser kreatörer kan länka till, vilka kreatörer som är blockerade och vilka domäner som hör till butiken. Testa en adress för att se vad kreatörer skulle se.',
    productFeed:
      'Publicera butikens produkter, så att kreatörer hittar dem och länkar till dem. Flödet läses regelbundet från en adress, eller laddas upp som en fil.',
    storeInvoices:
      'Vad butiken är skyldig och har betalat per månad, med fakturornas rader. Månadens kostnad visas redan före fakturan.',
    team: 'Vilka som får agera här och i vilken roll. Bjud in personer via e-post; en medlem med läsbehörighet ser allt och ändrar inget.',
    settings:
      'Butikens uppgifter så som kreatörer ser dem, dess allmänna ersättningar, och om den är öppen för länkar.',
    auditLog: 'Vem som ändrade vad och när. Poster kan inte ändras eller tas bort.',
    agencyOverview:
      'Vad kreatörerna och byrån har tjänat denna månad jämfört med samma dagar månaden före, vad som betalas härnäst och vad som väntar på kreatörerna.',
    creators:
      'Byråns kreatörer med deras resultat. Öppna en kreatör för att se länkar, kampanjer, leveranser som ska lämnas och vad som fördröjer nästa utbetalning.',
    usageRights:
      'Vad butiker får göra med dina inlägg utöver att läsa dem, i alla kampanjer, och hur länge. Ett erbjudande ger butiken ingenting förrän du godtar det. Godtagna rättigheter ändras inte; ett tidigare slut kräver båda parter.',
    agencyCampaigns: 'Kampanjer där byråns kreatörer deltar, med brief, ersättningar och uppgifter så som de ser dem.',
    agencyStatistics:
      'Alla kreatörers resultat tillsammans: ett diagram och vad som tjänats per kreatör, kampanj, källa, land, enhet och kod.',
    agencyEarnings:
      'Vad kreatörerna och byrån har tjänat, per månad och kreatör. Välj ett belopp för att se hur det har räknats ut.',
    agencyInvoices: 'Byråns avräkningar per månad, med rader och filer, och om de är betalda.',
    administration: 'Hur det går för marknadsplatsen, och vad som väntar på en administratör.',
    people:
      'Alla konton på marknadsplatsen. Öppna en person för att ändra uppgifter, taggar och medlemskap, eller för att stänga av kontot.',
    agencies: 'Byråer, deras andel av vad kreatörerna tjänar, deras nivåer och deras fakturauppgifter.',
    stores:
      'Alla butiker: godkännande, kredit och vad som saknas innan de kan börja. Kreatörer kan bara länka till en godkänd och synlig butik.',
    messages:
      'Varje deltagande i en kampanj har en konversation mellan butiken och kreatören, som även kreatörens byrå läser. En butik kan också skriva till många deltagare på en gång; varje svar kommer i konversationen med den som svarar. En kreatör kan stänga av en butiks meddelanden till många. Under aviseringar väljer du om meddelanden även kommer via e-post.',
    agencyFinding:
      'Sök bland kreatörer som har valt att byråer hittar dem. Resultat hos alla butiker visas i intervall, med kreatörens samtycke. Välj kreatörer för att spara dem i en lista eller bjuda in dem att representeras av byrån. De svarar i sitt konto. Personer som inte är här än bjuds in med sin e-postadress.',
    findCreators:
      'Sök bland kreatörer som har valt att butiker hittar dem. Resultat hos andra butiker visas i intervall, med kreatörens samtycke. Välj kreatörer för att bjuda in dem till en kampanj eller spara dem i en lista. Personer som inte är här än bjuds in med sin e-postadress.',
    market:
      'Alla butikers kampanjer, ordrar och länkar, de nyaste först. Begränsa listan till en butik, en kreatör eller en status, öppna en post för detaljer eller spara alla som matchar som fil.',
    adminInvoices:
      'Fakturor till butiker, som betalas in, och avräkningar för byråer och kreatörer, som betalas ut. Markera dem som betalda en och en, tillsammans eller från en fil från banken.',
    receivables: 'Vad butiker är skyldiga, efter skuldens ålder.',
    reconciliation:
      'Matcha betalningar i bankrapporter med fakturor och utbetalningar. Betalningar som stämmer exakt matchas automatiskt.',
    reminders: 'Vem som får vilken påminnelse när, och vilka butiker som saknar kredit på grund av förfallna fakturor.',
    accounting:
      'En månads huvudbok och dess exporter till bokföringsprogram. Ingen revisor har granskat kontoplanerna: låt din revisor kontrollera dem före den första importen.',
    balances: 'Vad varje kreatör och byrå har tjänat, och vilken del som väntar, kan betalas ut och är utbetald.',
    adminPayouts:
      'Vilka som får betalt härnäst, vilka som inte får det och varför, och det minsta belopp som betalas ut.',
    runs: 'Betala ut flera saldon i samma valuta tillsammans. En annan administratör godkänner en körning innan dess filer kan exporteras.',
    months:
      'Stäng en månad när den är slut. Då utfärdas fakturor och avräkningar; senare ändringar hör till nästa månad.',
    disputes: 'Ordrar där någon måste välja rätt rapport, i alla butiker.',
    holds: 'Stoppa utbetalningar för en kreatör, en byrå eller en butik medan något utreds, och släpp dem efteråt.',
    voids:
      'Makulera klick, ordrar eller engångsbetalningar som inte borde ha räknats. Effekten visas innan du bekräftar, och en makulering kan ångras.',
    marketplace:
      'Regler för hela marknadsplatsen: vilka som kan registrera sig, vilka ersättningar och gränser som gäller som standard och hur pengar betalas ut.',
    accountSettings: 'Hur personer registrerar sig och loggar in, och för vilka en andra faktor krävs.',
    site: 'Namn, färger och texter på de sidor som alla kan läsa, och vilka butiker och kampanjer de visar.',
    system: 'Om tjänsten fungerar: dess jobb, mejl och leveranser, och vad som misslyckades.',
    account:
      'Din profil, ditt språk, ditt lösenord, din andra faktor och dina sessioner. Du kan också exportera dina uppgifter eller ta bort kontot.',
    notifications: 'Vad som har hänt, senaste först, och vad som mejlas till dig.',
    work: 'Öppna uppgifter i alla dina roller, de med sista datum först. En uppgift försvinner när den är klar.',
    sandboxes:
      'Prova marknadsplatsen och dess API med genererad trafik och en egen klocka. Inget i en sandlåda är på riktigt, och ingen annan ser den.',
    amounts:
      'Hur ett belopp har räknats ut, steg för steg, ner till enskilda klick och ordrar. Uppgifter som rör andra utelämnas.',
  },
  steps: {
    createLink: 'Skapa en länk och dela den',
    joinCampaign: 'Gå med i en kampanj för bättre ersättning',
    readEarnings: 'Se vad du tjänar',
    claimOrder: 'Anmäl en order som saknas',
    payoutDetails: 'Fyll i dina utbetalningsuppgifter',
    setUpTracking: 'Ställ in spårning',
    proveDomain: 'Visa att domänerna är butikens',
    createCampaign: 'Skapa en kampanj',
    decideOrders: 'Godkänn eller neka väntande ordrar',
    decideClaims: 'Besluta om orderanmälningar',
    readStatistics: 'Jämför kreatörer och kampanjer',
    payInvoice: 'Betala månadens faktura',
    inviteTeam: 'Bjud in ditt team',
    openCreator: 'Öppna en av dina kreatörer',
    readAgencyEarnings: 'Se vad kreatörer och byrå tjänar',
    agencyPayoutDetails: 'Fyll i byråns utbetalningsuppgifter',
    approveStore: 'Godkänn nya butiker',
    closeMonth: 'Stäng den senaste månaden',
    markPaid: 'Markera fakturor som betalda',
    matchPayments: 'Matcha bankens betalningar',
    createRun: 'Skapa en utbetalningskörning',
    reviewHolds: 'Granska spärrar',
    decideDisputes: 'Besluta om tvistiga ordrar',
    openPerson: 'Hitta en person',
    doWork: 'Se vad som väntar på dig',
  },
  terms: {
    click: {
      name: 'Klick',
      meaning:
        'Ett besök via en länk. Bara giltiga klick räknas: upprepade klick från en besökare, botar och klick från en blockerad kreatör räknas inte.',
    },
    pending: {
      name: 'Väntar',
      meaning: 'Butiken har inte beslutat om ordern än. Provisionen är preliminär och betalas inte ut.',
    },
    approved: {
      name: 'Godkänd',
      meaning: 'Butiken bekräftar ordern. Provisionen tas upp för månaden och betalas sedan.',
    },
    denied: {
      name: 'Nekad',
      meaning: 'Ordern räknas inte, till exempel för att den avbeställdes. Den kostar och ger ingenting.',
    },
    attribution: {
      name: 'Attribuering',
      meaning: 'Det klick eller den rabattkod som en order tillskrivs. Utan något av dem tjänar ingen på ordern.',
    },
    attributionWindow: {
      name: 'Attribueringsfönster',
      meaning: 'Antalet dagar mellan klick och order då ordern tillskrivs klicket.',
    },
    tclid: {
      name: 'Klick-id (tclid)',
      meaning:
        'Ett klicks identifierare, som läggs till i butikens adress. Butiken skickar tillbaka den med ordern, så att ordern tillskrivs klicket.',
    },
    subId: {
      name: 'Under-id',
      meaning: 'Ett eget värde som du lägger till i en länk, till exempel ?sub1=story, för att jämföra placeringar.',
    },
    voucher: {
      name: 'Rabattkod',
      meaning: 'En kod som tillhör en kreatör. En order utan klick som använder den tillskrivs kreatören.',
    },
    perClick: {
      name: 'Ersättning per klick',
      meaning: 'Ett fast belopp för varje giltigt klick.',
    },
    commission: {
      name: 'Provision',
      meaning:
        'En andel av värdet av en godkänd order utan moms, frakt och återbetalningar. En kampanj kan ha olika andelar för produkter, kategorier och nya kunder.',
    },
    bonus: {
      name: 'Bonus',
      meaning: 'Ett fast belopp som en kampanj betalar när månadens godkända ordrar når ett visst antal eller värde.',
    },
    conversion: {
      name: 'Konverteringsgrad',
      meaning: 'Ordrar per klick: 5 % betyder att fem av hundra klick ledde till en order.',
    },
    epc: {
      name: 'EPC',
      meaning: 'Intjänat per klick: vad som betalas för varje klick, med provisionen för ordrarna.',
    },
    roas: {
      name: 'ROAS',
      meaning:
        'Avkastning på annonskostnad: ordrarnas värde per kostnadsenhet. 5 betyder att ordrarna är värda fem gånger sin kostnad.',
    },
    campaign: {
      name: 'Kampanj',
      meaning: 'Ersättningar och uppgifter som en butik erbjuder kreatörer under en begränsad tid, med en budget.',
    },
    participant: {
      name: 'Deltagare',
      meaning: 'En kreatör som är inbjuden till en kampanj, har sökt eller deltar.',
    },
    deliverable: {
      name: 'Leverans',
      meaning:
        'Något som en deltagare lämnar in före ett visst datum, till exempel ett inlägg. Butiken godkänner ett utkast eller ber om ändringar.',
    },
    publication: {
      name: 'Publicering',
      meaning:
        'Var en godkänd leverans publicerades, och hur den är märkt som reklam. Butiken godtar den eller ber om en rättelse. Siffror anges så som plattformen visar dem, och ingen betalning följer av dem.',
    },
    guarantee: {
      name: 'Garanterad ersättning',
      meaning:
        'Pengar som en butik har betalat in och reserverat för en kampanj. Det kreatörerna tjänar där tas ur dem och betalas även om butiken inget gör. Butiken kan inte ta tillbaka dem före den angivna dagen. Beloppet som visas är vad butiken betalar, inklusive plattformens del.',
    },
    usageRights: {
      name: 'Användningsrätt',
      meaning:
        'Vad en butik får göra med ett inlägg, till exempel visa det på sin webbplats eller annonsera med det, och hur länge. Butiken erbjuder rätten, och den gäller när kreatören har godtagit den.',
    },
    customerProgramme: {
      name: 'Kundprogram',
      meaning:
        'Vad en butik betalar en kreatör för senare ordrar från en kund som kreatören har vunnit. Butiken väljer ersättningen och hur länge den gäller; en ändring gäller nya kunder.',
    },
    claim: {
      name: 'Orderanmälan',
      meaning: 'En kreatörs uppgift om att en order saknas eller är fel. Butiken beslutar före en tidsgräns.',
    },
    appeal: {
      name: 'Överklagande',
      meaning:
        'En invändning mot en makulering, en nekad order eller en avslagen orderanmälan, som en administratör avslutar med ett svar.',
    },
    void: {
      name: 'Makulering',
      meaning: 'En administratörs makulering av klick, ordrar eller engångsbetalningar, med en orsak.',
    },
    statement: {
      name: 'Avräkning',
      meaning:
        'Dokumentet över vad en kreatör eller byrå har tjänat under en månad. Det ersätter en faktura till plattformen.',
    },
    selfBilling: {
      name: 'Självfakturering',
      meaning: 'Plattformen utfärdar fakturan åt kreatören eller byrån, som har godkänt det.',
    },
    invoice: {
      name: 'Faktura',
      meaning: 'Vad en butik är skyldig för en månads klick, ordrar och betalningar.',
    },
    creditNote: {
      name: 'Kreditfaktura',
      meaning: 'En negativ faktura som rättar en annan.',
    },
    prepaidBalance: {
      name: 'Förskottssaldo',
      meaning: 'Pengar som en butik har betalat i förskott. De betalar fakturor och höjer krediten.',
    },
    creditLimit: {
      name: 'Kreditgräns',
      meaning:
        'Den högsta summa som en butik får vara skyldig. När den är nådd ger butikens klick och ordrar inga fler intäkter.',
    },
    held: {
      name: 'Väntande',
      meaning: 'Intjänat men kan inte betalas ut än: under väntetiden, spärrat eller i väntan på butikens betalning.',
    },
    holdPeriod: {
      name: 'Väntetid',
      meaning: 'Dagarna efter ett klick eller en order innan intäkterna kan betalas ut.',
    },
    hold: {
      name: 'Spärrad',
      meaning: 'En administratör har stoppat utbetalningarna medan något utreds. Beloppen finns kvar.',
    },
    minimumPayout: {
      name: 'Minsta utbetalning',
      meaning: 'Det minsta belopp som betalas ut. Ett mindre saldo sparas tills det når beloppet.',
    },
    payoutRun: {
      name: 'Utbetalningskörning',
      meaning:
        'Saldon i samma valuta som betalas ut tillsammans. En administratör skapar den, och en annan godkänner den.',
    },
    payee: {
      name: 'Betalningsmottagare',
      meaning: 'Personen eller företaget som tar emot utbetalningar, med juridiskt namn, skatteuppgifter och konto.',
    },
    release: {
      name: 'Frisläppning',
      meaning: 'Beslutet att en butiks obetalda faktura ändå kan betalas ut till kreatörer och byråer.',
    },
    reminder: {
      name: 'Påminnelse',
      meaning: 'Ett mejl om en förfallen faktura. Efter den sista har butiken ingen kredit förrän den betalar.',
    },
    reconciliation: {
      name: 'Avstämning',
      meaning: 'Jämförelsen av betalningar på banken med fakturor och utbetalningar.',
    },
    month: {
      name: 'Månad',
      meaning: 'Bokföringsperioden. När den är stängd ändras dess belopp inte mer; rättelser hör till nästa.',
    },
    urlRule: {
      name: 'URL-regel',
      meaning: 'Tillåter eller blockerar länkar till vissa av butikens adresser.',
    },
    domainProof: {
      name: 'Bevis för en domän',
      meaning: 'En DNS-post eller en fil som visar att en domän är din.',
    },
    productFeed: {
      name: 'Produktflöde',
      meaning: 'En lista över en butiks produkter med priser och bilder, som läses regelbundet.',
    },
    webhook: {
      name: 'Webhooks',
      meaning:
        'Meddelanden om händelser till en egen adress. De signeras med en hemlighet och upprepas tills de har tagits emot.',
    },
    secondFactor: {
      name: 'Andra faktor',
      meaning: 'Ett annat bevis än lösenordet: en lösennyckel eller en kod från en app.',
    },
    sandbox: {
      name: 'Sandlådor',
      meaning: 'En egen marknadsplats för tester, med egna data och en egen klocka.',
    },
  },
};

export default sv;
