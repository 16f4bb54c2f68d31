import { foldedText } from '../rules/words.ts';
import { defineLanguage } from './language-rules.ts';

/** Said so that Portugal and Brazil both take it for polite; recognised as both say it. */
export const portuguese = defineLanguage({
  plain: foldedText,
  phrases: {
    greeting: 'Olá, aqui fala {who}.',
    hello: 'Olá.',
    iAm: 'Aqui fala {who}.',
    offerHelp: 'Em que posso ajudar?',
    anythingElse: ['Posso ajudar em mais alguma coisa?', 'O que mais posso fazer por si?'],
    unknown: 'Desculpe, isso não sei.',
    notUnderstood: 'Desculpe, não percebi.',
    otherWords: 'Pode dizer de outra forma?',
    offerMessage: 'Posso anotar uma mensagem para os colegas.',
    noTransfer: 'Desculpe, agora não posso transferir a chamada, mas posso anotar uma mensagem.',
    askMessage: 'O que devo transmitir?',
    messageHeard: 'Obrigado, já anotei.',
    askContact: 'Como podemos contactar, com que nome e número?',
    messageTaken: 'Obrigado, anotei a sua mensagem.',
    nobodyThere: 'Desculpe, agora ninguém pode atender. Podemos ligar de volta.',
    simulated:
      'Isto é uma simulação, por isso não se liga a ninguém. Numa chamada real, seria agora transferida.',
    transfer: 'Um momento, vou transferir a chamada.',
    closing: ['Obrigado por ligar. Até logo.', 'De nada. Até logo.', 'Obrigado pelo seu tempo. Até logo.'],
    welcome: 'De nada.',
    ofCourse: 'Claro.',
    whatToKnow: 'O que gostaria de saber?',
    takeYourTime: 'Claro, esteja à vontade.',
    robot: 'Sou um assistente automático, não uma pessoa.',
    fine: 'Estou bem, obrigado.',
    leaveOut: 'Não há problema, podemos deixar isso de fora.',
    askAgain: 'Desculpe, não ouvi bem.',
    thanks: 'Obrigado.',
    allAsked: 'Obrigado, é tudo o que preciso de saber.',
    askField: 'Pode dizer-me {field}?',
    checkField: 'Para {field} entendi {value}. Está certo?',
    topics: 'Pode perguntar-me sobre {topics}.',
    or: 'ou',
    youChose: 'Escolheu {option}.',
    youPressed: 'Premiu {keys}.',
    pressMenu: 'Por favor, prima {options}.',
    menuOption: '{key} para {option}',
    star: 'asterisco',
    hash: 'cardinal',
  },
  intents: [
    [
      'goodbye',
      /\b(?:adeus|ate (?:logo|breve|amanha|a proxima|mais)|tchau|xau|bye|tenha (?:um )?(?:bom|boa) (?:dia|tarde|noite)|(?:um )?bom fim de semana|tenho (?:de|que) (?:ir|desligar)|pode desligar)\b/,
    ],
    [
      'nothing-else',
      /\b(?:e tudo|e so isso|so isso|mais nada|nada mais|nao tenho mais perguntas)\b|^nao (?:muito )?obrigad[oa]\b/,
    ],
    [
      'person',
      /\b(?:falar|passar|passe|transferir|transfira|ligar|quero|queria|preciso|gostaria)\b.{0,30}\b(?:pessoa|humano|alguem|atendente|operador\w*|assistente humano|responsavel|colega|gerente|apoio ao cliente|funcionari[oa])\b|\bpessoa (?:real|de verdade|a serio)\b(?!.*\?)|^(?:um |uma )?(?:pessoa|atendente|operador|humano)(?: por favor)?$|\bdeixar (?:uma mensagem|um recado)\b|\b(?:ligue me de volta|me ligue de volta)\b/,
    ],
    [
      'robot',
      /\b(?:voce e|o senhor e|e um|e uma|estou a falar com|estou falando com|isto e)\b.{0,20}\b(?:robo|maquina|computador|humano|pessoa|ia|gravacao|bot)\b/,
    ],
    [
      'identity',
      /\b(?:quem (?:e|fala|esta a falar|esta falando|esta a ligar)|com quem (?:falo|estou)|como se chama|qual e o seu nome|que empresa|qual empresa|de onde (?:liga|fala))\b/,
    ],
    [
      'repeat',
      /\b(?:repetir|repita|pode repetir|outra vez|de novo|mais uma vez|nao (?:percebi|entendi|ouvi)|mais devagar|o que disse)\b|^(?:como|que|o que|desculpe|perdao|diga)$/,
    ],
    ['wait', /\b(?:um (?:momento|momentinho|segundo|minuto|instante)|so um|espere|aguarde)\b/],
    ['how-are-you', /\b(?:como esta|tudo bem|como vai)\b/],
    [
      'help',
      /\b(?:o que pode fazer|pode ajudar me|pode me ajudar|ajude me|me ajude)\b|^(?:ajuda|opcoes|menu)$/,
    ],
    ['thanks', /\b(?:obrigad[oa]|agradeco|muito gentil)\b/],
    [
      'no',
      /^(?:(?:ah|eh|bem|desculpe)\s)*(?:nao|agora nao|ainda nao|nunca|errado|incorreto|nenhum|nenhuma|nada|prefiro nao|nem)\b/,
    ],
    [
      'yes',
      /^(?:(?:ah|eh|bem)\s)*(?:sim|claro|com certeza|certo|esta (?:certo|bem|correto)|correto|exato|exatamente|isso|pode ser|okay|ok|perfeito|ta bem|ta bom|esta bom|por favor|de acordo|concordo)\b/,
    ],
    ['greeting', /^(?:ola|oi|bom dia|boa tarde|boa noite|alo|esta la|estou|esta ai|ainda ai)\b/],
  ],
  question:
    /^(?:(?:e|mas|entao|eh|ola|oi|bom dia|boa tarde|sim|nao|ta bem|obrigado|obrigada|por favor|desculpe)\s)*(?:(?:a |de |em |ate |por |o )?(?:que(?! (?:tenha|passe))|quando|onde|quem|qual|quais|como|quanto|quanta|quantos|quantas|porque)|ha|tem|voces tem|posso|pode|podem|aceitam|fazem|estao|gostaria de saber|queria saber|diga me)\b/,
  bareYes: /^(?:sim|sim por favor|claro|claro que sim|okay|ok|pode ser|por favor|ta bem|esta bem)$/,
  refusal:
    /\b(?:prefiro nao|preferia nao|nao (?:quero|digo|vou dizer|desejo)|nao tenho|saltar|pular|e privado|nao e da sua conta)\b/,
  correction: /^\W*(?:não|nao|errado)(?=[\s,.])[\s,.]*/i,
  leadIns:
    /^(?:(?:sim|claro|então|bem|ok|olá|é|o|a|meu|minha|nome|apelido|sobrenome|número|telefone|endereço|morada|e-mail|email|empresa|chamo-me|me chamo|eu sou|sou|eu|não|mas|pode ligar-me para o|para o)\s+)+/i,
  fields: {
    first_name: 'o seu primeiro nome',
    last_name: 'o seu apelido',
    name: 'o seu nome',
    full_name: 'o seu nome completo',
    email: 'o seu endereço de e-mail',
    phone: 'o seu número de telefone',
    phone_number: 'o seu número de telefone',
    address: 'a sua morada',
    company: 'a sua empresa',
    company_name: 'a sua empresa',
    dob: 'a sua data de nascimento',
    date_of_birth: 'a sua data de nascimento',
    zip: 'o seu código postal',
    city: 'a sua cidade',
  },
  otherField: 'este dado: {field}',
  digits: {
    zero: '0',
    um: '1',
    uma: '1',
    dois: '2',
    duas: '2',
    tres: '3',
    quatro: '4',
    cinco: '5',
    seis: '6',
    meia: '6',
    sete: '7',
    oito: '8',
    nove: '9',
  },
  readDigits: (digits) => [...digits].join(', '),
  emailSigns: [
    [/\s+(?:arroba|at)\s+/, '@'],
    [/\s+(?:ponto|dot)\s+/g, '.'],
    [/\s+(?:hifen|traco|menos)\s+/g, '-'],
    [/\s+(?:underscore|sublinhado)\s+/g, '_'],
  ],
  stopWords:
    'o a os as um uma uns umas e ou mas que quem qual quais quando onde como quanto quanta quantos quantas porque de do da ' +
    'dos das em no na nos nas ao aos com por para sem sobre pelo pela sou es somos sao ser esta estao estou estar ha tem ' +
    'temos tenho ter eu tu voce voces ele ela me te se lhe meu minha seu sua seus suas nosso nossa nossos nossas nao sim ' +
    'muito mais tambem ja posso pode podem queria quero gostaria saber dizer ola obrigado obrigada favor este esta isto ' +
    'esse essa isso aqui ali bom dia boa tarde noite',
  concepts: {
    '#hours': 'horario horarios hora horas aberto aberta abertos abrem abre fecham fecha fechado encerrado',
    '#price': 'preco precos custa custam custo tarifa tarifas valor caro pagar euros reais',
    '#address': 'endereco morada rua local localizacao ficam fica situado chegar',
    '#phone': 'telefone numero contacto contato contactar',
    '#email': 'mail email e-mail correio',
    '#park': 'estacionar estacionamento parque carro',
    '#appointment': 'consulta consultas marcar marcacao agendar agendamento reservar reserva',
    '#service': 'servico servicos oferecem oferecemos produto produtos vendem vendemos tratamentos',
    '#payment': 'pagamento cartao dinheiro fatura prestacoes parcelas',
    '#delivery': 'entrega entregas entregam envio enviar',
    '#return': 'devolucao devolver reembolso troca',
    '#cancel': 'cancelar cancelamento anular desmarcar',
  },
  questionConcepts: [
    [/\b(?:quanto (?:custa|custam|e)|qual (?:e )?o preco|que preco)\b/, '#price'],
    [/\b(?:quando|a que horas?|que horas|ate que horas|que dias)\b/, '#hours'],
    [/\b(?:onde|em que rua|como chego)\b/, '#address'],
    [/\b(?:o que (?:fazem|oferecem|vendem))\b/, '#service'],
    [/\b(?:que numero|qual (?:e )?o numero|como (?:contacto|entro em contato))\b/, '#phone'],
  ],
  order:
    /^(?:por favor,? |depois |também |primeiro |sempre )*(?:seja|sê|pergunta|pergunte|diz|diga|fala|fale|responde|responda|cumprimenta|cumprimente|oferece|ofereça|ajuda|ajude|evita|evite|dá|dê|usa|use|mantém|mantenha|toma|tome|explica|explique|termina|termine|nunca|não dês|não dê|não diga|sempre|se o|se a|se um|se alguém|quando o|quando um|tu|você deve|o teu objetivo|o seu objetivo|a sua tarefa|papel|objetivo|tom|estilo)(?![\p{L}])/iu,
  identity:
    /^(?:És|Você é|O teu nome é|O seu nome é|Seu nome é|Chamas-te|Chama-se) (?:a |o )?(?:(?<name>\p{Lu}[\p{L}'-]+)(?=[\s,.!]|$),? ?)?(?<role>(?:o|a|um|uma|da|do|de) .+)?/u,
});
