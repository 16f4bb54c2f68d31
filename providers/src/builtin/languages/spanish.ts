import { foldedText } from '../rules/words.ts';
import { defineLanguage } from './language-rules.ts';

export const spanish = defineLanguage({
  plain: foldedText,
  phrases: {
    greeting: 'Hola, le habla {who}.',
    hello: 'Hola.',
    iAm: 'Soy {who}.',
    offerHelp: '¿En qué puedo ayudarle?',
    anythingElse: ['¿Puedo ayudarle en algo más?', '¿Qué más puedo hacer por usted?'],
    unknown: 'Lo siento, eso no lo sé.',
    notUnderstood: 'Lo siento, no le he entendido.',
    otherWords: '¿Puede decirlo de otra manera?',
    offerMessage: 'Puedo tomar un mensaje para el equipo.',
    noTransfer: 'Lo siento, ahora no puedo pasarle, pero puedo tomar un mensaje.',
    askMessage: '¿Qué quiere que les diga?',
    messageHeard: 'Gracias, lo tengo.',
    askContact: '¿Cómo podemos localizarle, con qué nombre y qué número?',
    messageTaken: 'Gracias, he anotado su mensaje.',
    nobodyThere: 'Lo siento, ahora nadie puede atender su llamada. Podemos llamarle más tarde.',
    simulated: 'Esto es una simulación y no se llama a nadie. En una llamada real, ahora le pasaría.',
    transfer: 'Un momento, le paso.',
    closing: ['Gracias por llamar. Adiós.', 'De nada. Adiós.', 'Gracias por su tiempo. Adiós.'],
    welcome: 'De nada.',
    ofCourse: 'Por supuesto.',
    whatToKnow: '¿Qué le gustaría saber?',
    takeYourTime: 'Claro, tómese su tiempo.',
    robot: 'Soy un asistente automático, no una persona.',
    fine: 'Estoy bien, gracias.',
    leaveOut: 'No pasa nada, podemos dejarlo.',
    askAgain: 'Lo siento, no lo he captado.',
    thanks: 'Gracias.',
    allAsked: 'Gracias, es todo lo que necesito saber.',
    askField: '¿Me dice {field}, por favor?',
    checkField: 'He entendido {value} como {field}. ¿Es correcto?',
    topics: 'Puede preguntarme por {topics}.',
    or: 'o',
    youChose: 'Ha elegido {option}.',
    youPressed: 'Ha pulsado {keys}.',
    pressMenu: 'Por favor, pulse {options}.',
    menuOption: '{key} para {option}',
    star: 'asterisco',
    hash: 'almohadilla',
  },
  intents: [
    [
      'goodbye',
      /\b(?:adios|hasta (?:luego|pronto|manana|la vista|otra)|chao|chau|ciao|bye|nos vemos|que tenga (?:un )?buen\w*(?: dia| tarde| noche)?|tengo que (?:irme|colgar|dejarle)|me tengo que ir|cuelgue)\b/,
    ],
    [
      'nothing-else',
      /\b(?:eso es todo|es todo|nada mas|ya esta|no tengo mas preguntas|ninguna otra cosa)\b|^no (?:muchas )?gracias\b/,
    ],
    [
      'person',
      /\b(?:hablar|pasar|paseme|pongame|poner|comunicar|comunicarme|transferir|quiero|necesito|prefiero)\b.{0,30}\b(?:persona|humano|alguien|agente|operador\w*|representante|encargad\w+|jef[ea]|compañero|companer\w+|atencion al cliente)\b|\bpersona (?:real|de verdad)\b(?!.*\?)|^(?:un |una )?(?:persona|humano|agente|operador|operadora|representante)(?: por favor)?$|\bdejar un (?:mensaje|recado)\b|\b(?:llameme|que me llamen)\b/,
    ],
    [
      'robot',
      /\b(?:es usted|eres|esto es|estoy hablando con|hablo con)\b.{0,20}\b(?:robot|maquina|ordenador|computadora|humano|persona|ia|grabacion|bot|real)\b/,
    ],
    [
      'identity',
      /\b(?:quien (?:es|eres|habla|llama)|con quien hablo|como se llama|cual es su nombre|que empresa|de donde llama|de parte de quien)\b/,
    ],
    [
      'repeat',
      /\b(?:repetir|repita|repitalo|otra vez|de nuevo|como dice|no (?:le |lo )?(?:he )?(?:oido|entendido|entiendo|entendi|oigo)|mas despacio|que ha dicho)\b|^(?:como|que|perdon|perdone|disculpe)$/,
    ],
    ['wait', /\b(?:un (?:momento|momentito|segundo|minuto)|espere|espera|aguarde|momento por favor)\b/],
    ['how-are-you', /\b(?:como esta|que tal|como le va|como estas)\b/],
    [
      'help',
      /\b(?:que puede hacer|puede ayudarme|me puede ayudar|ayudeme|que opciones)\b|^(?:ayuda|opciones|menu)$/,
    ],
    ['thanks', /\b(?:gracias|se lo agradezco|muy amable)\b/],
    [
      'no',
      /^(?:(?:ah|eh|pues|bueno|lo siento)\s)*(?:no|ahora no|nunca|jamas|tampoco|incorrecto|esta mal|para nada|ninguno|ninguna|nada|mejor no)\b/,
    ],
    [
      'yes',
      /^(?:(?:ah|eh|pues|bueno)\s)*(?:si|claro|vale|de acuerdo|por supuesto|correcto|exacto|exactamente|cierto|desde luego|okay|ok|perfecto|bien|esta bien|asi es|eso es|adelante|bueno|por favor)\b/,
    ],
    [
      'greeting',
      /^(?:hola|buenos dias|buenas(?: tardes| noches)?|digame|diga|alo|bueno|oiga|sigue ahi|esta ahi)\b/,
    ],
  ],
  question:
    /^(?:(?:y|pero|pues|eh|hola|buenos dias|buenas tardes|buenas|si|no|vale|gracias|por favor|perdone|disculpe|oiga)\s)*(?:(?:a |de |por |en |para |desde |hasta )?(?:que(?! (?:tenga|le vaya|pase))|cuando|donde|quien|cual|cuales|como|cuanto|cuanta|cuantos|cuantas)|hay|tienen|tiene|puedo|puede|pueden|es posible|aceptan|hacen|ofrecen|estan|me puede decir|quisiera saber|quiero saber|me gustaria saber)\b/,
  bareYes: /^(?:si|si por favor|claro|claro que si|vale|de acuerdo|okay|ok|por favor|por supuesto|bueno)$/,
  refusal:
    /\b(?:prefiero no|no (?:quiero|voy a|le voy a|deseo)|no lo (?:digo|doy)|no tengo|saltar|omitir|es privado|no es asunto suyo)\b/,
  correction: /^\W*(?:no|incorrecto|mal)\b[\s,.]*/i,
  leadIns:
    /^(?:(?:sí|si|claro|pues|eh|vale|bueno|hola|es|mi|el|la|nombre|apellido|número|teléfono|correo|dirección|empresa|me llamo|soy|yo soy|yo|se llama|no|sino|puede llamarme al|al)\s+)+/i,
  fields: {
    first_name: 'su nombre',
    last_name: 'su apellido',
    name: 'su nombre',
    full_name: 'su nombre y apellidos',
    email: 'su correo electrónico',
    phone: 'su número de teléfono',
    phone_number: 'su número de teléfono',
    address: 'su dirección',
    company: 'su empresa',
    company_name: 'su empresa',
    dob: 'su fecha de nacimiento',
    date_of_birth: 'su fecha de nacimiento',
    zip: 'su código postal',
    city: 'su ciudad',
  },
  otherField: 'este dato: {field}',
  digits: {
    cero: '0',
    uno: '1',
    una: '1',
    dos: '2',
    tres: '3',
    cuatro: '4',
    cinco: '5',
    seis: '6',
    siete: '7',
    ocho: '8',
    nueve: '9',
  },
  readDigits: (digits) => [...digits].join(', '),
  emailSigns: [
    [/\s+arroba\s+/, '@'],
    [/\s+punto\s+/g, '.'],
    [/\s+(?:guion|menos)\s+/g, '-'],
    [/\s+guion bajo\s+/g, '_'],
  ],
  stopWords:
    'el la los las un una unos unas y o pero que de del a al en con por para sin sobre es son era esta estan estoy ser ' +
    'estar hay tiene tienen tengo haber ha han he yo tu usted ustedes el ella nosotros me te se le les lo nos mi su sus ' +
    'nuestro nuestra nuestros nuestras como cuando donde quien cual cuales cuanto cuanta cuantos si no ni muy mas menos ya ' +
    'tambien puedo puede pueden podria quiero quisiera saber decir favor gracias hola buenos buenas dias tardes este esta ' +
    'esto ese esa eso aqui alli algo alguna algun',
  concepts: {
    '#hours':
      'horario horarios hora horas abren abre abierto abierta abiertos cierran cierra cerrado cerrados',
    '#price': 'precio precios cuesta cuestan coste costo tarifa tarifas vale caro barato pagar euros',
    '#address': 'direccion ubicacion calle lugar encuentran llegar situado estais',
    '#phone': 'telefono numero contacto contactar localizar',
    '#email': 'correo email mail electronico',
    '#park': 'aparcar aparcamiento parking estacionar estacionamiento coche',
    '#appointment': 'cita citas reservar reserva reservas turno agendar',
    '#service': 'servicio servicios ofrecen ofrecemos producto productos venden vendemos tratamiento',
    '#payment': 'pago pagos pagar tarjeta efectivo factura plazos',
    '#delivery': 'entrega entregas envio envios enviar domicilio reparto',
    '#return': 'devolucion devoluciones devolver reembolso cambio',
    '#cancel': 'cancelar cancelacion anular',
  },
  questionConcepts: [
    [/\b(?:cuanto (?:cuesta|cuestan|vale|es)|que precio|a como)\b/, '#price'],
    [/\b(?:cuando|a que hora|hasta que hora|que dias)\b/, '#hours'],
    [/\b(?:donde|que calle|como llego)\b/, '#address'],
    [/\b(?:que (?:hacen|ofrecen|venden))\b/, '#service'],
    [/\b(?:que numero|como (?:contacto|les llamo))\b/, '#phone'],
  ],
  order:
    /^(?:por favor,? |luego |también |primero |siempre )*(?:sé|sea|pregunta|pregunte|di|diga|dile|dígale|habla|hable|responde|responda|contesta|conteste|saluda|salude|ofrece|ofrezca|ayuda|ayude|evita|evite|da|dé|usa|use|mantén|mantenga|toma|tome|explica|explique|termina|termine|nunca|jamás|siempre|no des|no dé|no digas|si el|si la|si un|si alguien|cuando el|cuando la|tú|tu objetivo|tu tarea|su objetivo|rol|objetivo|tono|estilo)(?![\p{L}])/iu,
  identity:
    /^(?:Eres|Usted es|Tu nombre es|Te llamas|Se llama) (?:(?<name>\p{Lu}[\p{L}'-]+)(?=[\s,.!]|$),? ?)?(?<role>(?:el|la|un|una|de) .+)?/u,
});
