// Verbs of two words and the one verb that says the same: `struck down` is overturned, `went up` is risen.

const PHRASAL: ReadonlyMap<string, string> = new Map(
  `strike down=overturn, vote down=reject, come out=release, break apart=break, turn out=prove, set off=start,
  go back=return, die off=die, sell out=sell, take down=remove, put out=extinguish, look into=investigate,
 , go up=rise, go down=fall, come down=fall, edge up=rise,
  edge down=fall, creep up=rise, inch up=rise, tick up=rise, take over=acquire, turn down=reject, carry out=perform,
  set up=establish, shut down=close, give up=abandon, break down=fail, come back=return, cut back=reduce, cut
  down=reduce,
  phase out=abolish, bring down=reduce, drop out=leave, put off=postpone, call off=cancel, point out=say, find
  out=discover,
  rule out=exclude, bring about=cause, speed up=accelerate, slow down=slow, lay off=dismiss, step down=resign, sign
  up=register,
  wipe out=destroy, pay off=succeed, run out=end, die out=vanish, throw out=reject, back up=support, build
  up=accumulate,
  pick up=collect, take off=depart, hand over=give, hold up=delay, keep up=maintain, close down=close, open up=open,
  start up=start, end up=end, work out=calculate, use up=consume, make up=comprise, take up=adopt, take on=hire, put
  up=build,
  pull down=demolish, tear down=demolish, blow up=explode, grow up=grow, let in=admit, let off=excuse, leave out=omit,
  fall apart=collapse, fall short=miss, pull out=withdraw, win over=persuade, cool down=cool, heat up=heat, dry up=dry,
  fill up=fill, silt up=silt, warm up=warm, level off=stabilise, fall behind=trail, hold back=restrain, kick off=begin,
  wind up=end, fall off=fall, tail off=fall, scale back=reduce, scale up=expand, roll out=launch, take
  part=participate, take place=happen, get rid=remove, go bankrupt=fail, knock down=demolish, pull through=survive,
  hand in=submit, give birth=bear, make use=use, set free=release, give way=yield, lose control=fail, come
  through=survive, pass away=die, bring in=introduce, drive up=raise, drive down=lower, push up=raise,
  push down=lower, force up=raise, force down=lower`
    .split(',')
    .map((entry) => entry.trim().replace(/\s+/g, ' ').split('=') as [string, string]),
);

/** Of a verb's base and the word behind it; null where the two are no verb of their own. */
export const phrasalVerb = (base: string, next: string): string | null => PHRASAL.get(`${base} ${next}`) ?? null;
