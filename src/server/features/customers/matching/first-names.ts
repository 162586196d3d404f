/**
 * The first names of at least seven letters in use in Norway, normalised as in name-words.ts. Two
 * first names that differ by one letter belong to two people ("Margrethe" and "Margarethe"), also
 * in a company's name. Shorter names are not listed, because typing errors are only searched for in
 * longer words.
 */
export const FIRST_NAMES: ReadonlySet<string> = new Set(
  (
    'abdulah abraham adelheid albertine aleksander aleksandra alexander alexandra alfhild andreas ' +
    'aneline anelise anete anfrid angelica angelika aniken anlaug antonia antonio  arnfin ' +
    'arnhild arnljot arnstein asbjorg asbjorn augusta augustin barbara beatrice benedicte ' +
    'benedikte benjamin bergljot bernhard bernhild birgite bjornar bjornhild bjornulf borghild ' +
    'brynhild brynjar brynjulf camila caroline casandra catarina caterine catrine cecilie claudia ' +
    'constance cornelia dagfin daniela dominic dominik dorotea dortea einride eleonora elinor ' +
    'elisabet elizabet engebret engelbert eugenie eystein ferdinand frederik frederike fredrik ' +
    'fredrike fridtjof fritjof gabriel gabriela gerhard gertrud gudbrand gudmund gudveig gulbrand ' +
    'gunborg gunhild gunlaug gunvald gunvor gutorm halgeir halgrim halvard heidrun henriete ' +
    'henrike herbjorn herborg herman hildebjorg hildegard hildegun hildrun hjalmar hjordis ' +
    'ingebjorg ingeborg ingebrigt ingebrikt ingelin ingfrid ingvald ingvard ingvild isabel ' +
    'isabela isabele jakobine janicke janike jeanete jenifer jesica joachim johana johane johanes ' +
    'jonatan josefine josephine juliane kamila kariane karlote karoline katarina katerine katrine ' +
    'kjelaug kjelfrid kjelrun kjersti klaudia konstanse kristel kristen krister kristian ' +
    'kristiane kristin kristina kristine kristofer kristopher laurits lauritz leonard leonhard ' +
    'liselote magdalena magdalene magnhild magnhilde margaret margareta margarete margreta ' +
    'margrete margun marian mariane martine matias matilde maximilian mechtild merete mildrid ' +
    'mohamad mohamed muhamad natalie nataniel nicholas nicolai nicolas nicoline nikolai nikoline ' +
    'odbjorg odbjorn odgeir odhild odlaug odmund oistein oystein patricia patrick pernile ' +
    'petronela petronele philipa ragnfrid ragnhild ragnvald rebeca rebeka reidulf reidun ' +
    'rosemarie sebastian severin siegfried sigbjorn sigfrid sigmund signhild sigvard sigvart ' +
    'snefrid solbjorg solfrid solgun solveig stefanie stefen steinar steinulf stephan stephanie ' +
    'susana susane svanhild svanhilde syneva synove teodor terese torbjorg torbjorn torfin ' +
    'torgeir torgrim torgun torhild torleif tormod torstein torsten torvald trygve ulrike valborg ' +
    'valdemar valentin valentina vanesa veronica veronika victoria vidkun viktoria vilhelm ' +
    'vilhelmina vilhelmine vincent wilhelm wilhelmine yngvild zacharias zakarias'
  ).split(' '),
)
