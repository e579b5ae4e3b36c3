// Verbs of two and more words and what they say in one: `make a decision` and decide, `set aside` and reserve.

/** As in paraphrases.ts. */
export const LIGHT_VERB_PARAPHRASES = `
  wake of = after = following
  make a decision = decide = take a decision = reach a decision
  make a choice = choose
  make an offer = offer
  make an attempt = try = attempt
  make progress = advance = improve
  make a contribution = contribute
  make a difference = matter = change
  make a recommendation = recommend
  make a mistake = err = go wrong
  make an appearance = appear
  make an announcement = announce
  make a discovery = discover
  make a change = change
  make a profit = be profitable = earn
  make a payment = pay
  make a donation = donate
  make a statement = say = state
  make available = provide = offer = release = publish
  make public = publish = release = disclose = reveal
  give a speech = speak = address
  give permission = allow = permit = authorise = let
  give priority = favour = come first = prioritise
  give support = support
  give rise = cause = lead to
  give evidence = testify
  give consent = agree = approve
  give advice = advise
  give up = stop = abandon = quit = end
  give access = let = open
  take action = act
  take care of = look after = care for = tend
  look after = take care of = care for = tend
  take advantage of = use = exploit
  take control of = seize = capture = take over
  take charge of = lead = head = run
  take measure = act
  take step = act
  take root = settle
  take up = adopt = start = occupy
  take on = hire = recruit = assume
  take over = acquire = buy = assume = gain control
  take back = recapture = regain = retake
  take away = remove = confiscate
  take shape = form
  take revenge = avenge
  take a walk = walk
  take a picture = photograph
  take photo = photograph
  take sample = sample
  take effect = apply from = come into force = start = be in force
  have an effect = affect = influence
  have an impact = affect = influence
  have difficulty = struggle
  have trouble = struggle
  have access = can use = reach
  have a look = look
  have the right = can = be entitled = be allowed
  have the option = can = choose
  have permission = be allowed
  hold a meeting = meet
  hold talk = negotiate = meet = discuss
  hold a protest = protest = demonstrate
  hold an election = elect = vote
  hold responsible = blame
  hold office = serve = be in office
  put in place = introduce = establish = set up
  put pressure on = press = urge
  put an end to = end = stop
  put on trial = try
  put at = estimate
  put forward = propose = suggest
  put out = extinguish
  put up = raise = erect = build
  bring to an end = end = stop = finish
  bring together = unite = combine = gather
  bring in = introduce = attract = earn
  bring up = raise = mention
  bring down = lower = reduce = cut
  bring back = return = restore = reintroduce
  bring forward = advance = earlier
  come to = total = amount to = reach = arrive
  come to power = take power = take office
  come to an end = end = finish = stop = be over
  come first = win
  come second = runner-up = finish second = silver
  come under = be subject to = belong to
  come under attack = be attacked
  come into contact = touch = meet
  come into use = be introduced = start
  come up with = devise = invent = develop = propose
  come across = find = discover = meet
  come about = happen = arise = occur
  come on = switch on = run = start = be active
  go on = continue = happen
  go ahead = proceed = take place = start
  go on strike = strike = walk out = stop work
  go into = enter = flow into = be spent on = be used for
  go through = undergo = experience = pass
  go missing = disappear = vanish = be lost
  go wrong = fail
  go by train = take the train
  go by car = drive
  go by bus = take the bus = ride the bus
  run aground = be stranded = hit
  run out = be used up = end = be exhausted
  run out of = have no more = exhaust
  run down = neglect
  run by = operate by = manage by
  set up = establish = found = create = form
  set out = describe = leave = lay down
  set off = trigger = leave = depart = detonate
  set fire to = burn = torch = light
  set on fire = burn = torch
  set free = release = free
  set foot on = reach = enter = land on
  set aside = reserve = earmark = allocate
  set in motion = start
  set a limit = limit = cap
  get rid of = remove = abolish = throw away
  get back = regain = return
  get access = gain access = break into
  get in touch = contact
  get hold of = obtain
  get married = marry
  get better = improve = recover
  get worse = worsen = deteriorate
  get used to = adapt
  keep track of = follow = monitor
  keep an eye on = watch = monitor
  keep going = continue
  keep from = prevent
  lose weight = slim = get lighter = weigh less
  lose ground = fall
  lose money = make a loss
  play a part = contribute = take part
  play a role = contribute = matter
  pay attention = notice = heed
  pay a visit = visit
  pay back = repay = refund = return
  pay for = fund = finance = cover = bear
  catch fire = burn = ignite = go up
  catch up = draw level
  break out = begin = start = erupt
  break up = dissolve = separate = split
  break off = end = stop
  break into = enter = hack = breach = intrude
  break down = fail = collapse
  turn into = become = convert = change
  turn out = prove = be found
  turn off = switch off = shut off
  turn on = switch on = start
  turn down = reject = refuse = decline
  turn to = use = resort to
  turn back = return
  carry out = perform = conduct = do = undertake = execute = make
  look at = examine = study = investigate = analyse = view = review
  look into = investigate = examine = study
  look for = seek = search = hunt
  look like = resemble
  find out = discover = learn
  find to be = turn out = prove
  point to = show = indicate = suggest
  point out = say = note = stress
  lead to = cause = result in = bring = mean
  result in = cause = lead to = bring = end with
  result of = cause = because of = due to
  account for = make up = represent = constitute = be responsible = explain = comprise = equal = form
  make up = account for = represent = constitute = form = comprise
  amount to = total = come to = equal = be worth = add up to
  stand at = amount to = be at = total = reach
  add up to = total = amount to
  belong to = own by = be part of
  deal with = handle = treat = cover = concern = be about
  focus on = concentrate on = centre on = deal with
  rely on = depend on = use = need
  depend on = rely on = need
  step up = increase = intensify = raise
  scale up = expand = increase
  speed up = accelerate = faster = hasten
  slow down = slow = brake = delay
  cut back = reduce = cut = trim
  cut off = isolate = separate = interrupt
  cut short = end early = shorten
  shut off = close = turn off
  sell out = no ticket leave = all ticket
  hand out = distribute = give
  hand over = give = pass = deliver = surrender
  hand back = return = give back
  hand down = pass on = bequeath
  throw out = reject = discard = expel
  throw away = discard = dump = bin
  wash away = sweep away = carry away = flood destroy
  sweep away = wash away = carry away = destroy
  blow down = topple
  dry out = dry up = parch
  dry up = run dry = dry out
  die out = become extinct = disappear = vanish
  spread to = reach = extend to
  turn up = appear = arrive = be found
  show up = appear = arrive
  leave behind = abandon = forget
  leave out = omit = exclude
  leave open = not decide = not rule
  take off = depart = leave
  touch down = land
  lift off = launch = take off
  blast off = launch = lift off
  check in = register
  sign up = register = enrol = join = subscribe
  fill in = complete
  hold out = resist = last
  hold back = restrain = withhold
  stand for = represent = mean
  stay away = not come = not attend = absent
  stay up = be awake
  wake up = awake
  team up = cooperate = join force = work together = collaborate
  work together = cooperate = collaborate = team up
  join force = team up = merge = unite = work together
  pay rise = higher pay = higher wage = wage increase = more pay
`;
