// SPDX-License-Identifier: MIT
#include "actors/runtime/host_watch.hpp"
#include "actors/runtime/mailbox.hpp"
#include "actors/workload/submission.hpp"
#include "book.hpp"

#include <queue>

namespace malha::broker {
namespace {

namespace s4u = simgrid::s4u;

/// What happens, or will; at one date in this order, ends by task, then all by resource.
struct Event {
  Seconds date;
  enum Kind { end, crash, back, detection } kind;
  TaskId task; ///< of an end
  int resource;
  CopyNumber copy; ///< of an end

  bool operator<(const Event& other) const { // the earliest on top of the heap
    return std::tie(date, kind, task, resource) >
           std::tie(other.date, other.kind, other.task, other.resource);
  }
};

/// Pushes the tasks of bags to resources (docs/grids.md). At one date it sees ends, then submissions, then
/// resources that crash or come back, then crashes that are detected, and then decides once. Where ends can
/// be planned they cost no messages, no actors and no activities.
class Broker : public Actor {
public:
  explicit Broker(ActorContext& context);

  void run() override;
  void measure(Seconds) override { journal_.close(); }
  std::string blocked_on() const override {
    return book_.up() == 0 && !book_.idle()
               ? "a resource: all are down, and tasks " + journal_.unfinished() + " have not run"
               : "";
  }

private:
  using Worker = Address<WorkerMessage>;

  static std::vector<s4u::Host*> hosts_of(ActorContext& context);
  static bool must_plan(ActorContext& context);

  bool more_jobs() { return jobs_come_as_messages_ ? !last_seen_ : workload().peek() != nullptr; }
  Workload& workload() { return context_.simulation().workload(); }

  Seconds next_date();
  void round();
  void take_events(Event::Kind last);
  void take(const Event& event);
  /// Whether it is the end of a copy that is gone, or was on a resource that has crashed.
  bool is_void(const Event& event) const;
  void admit_jobs();
  void admit(const Job& job);
  Seconds see_switches(Seconds now);
  void crashed(int resource, Seconds date);
  void came_back(int resource, Seconds date);
  void decide();
  void see_loads();
  void launch(const Copy& copy);
  void ended(int resource, Seconds start, Seconds end);
  void lost(int resource);
  void cut_short(const Task& task, const Copy& copy, Seconds end);
  void take(EntryMessage&& message);
  Seconds wait();
  Seconds wait_for_messages(Seconds until);

  ActorContext& context_;
  Inbox<EntryMessage> inbox_;
  PolicyUse<Assign> policy_;
  BagJournal journal_;
  const bool is_instant_;
  const bool plans_; ///< ends; otherwise workers report them
  const bool jobs_come_as_messages_;
  const bool has_loads_; ///< some host is shared with processes of others
  const Seconds detection_delay_;
  const Bytes description_;
  HostWatch hosts_;
  const std::vector<const SpeedProfile*> speeds_; ///< by resource, null where it is constant
  Book book_;
  std::vector<std::optional<Seconds>> down_since_; ///< by resource; the broker learns it later
  std::vector<Worker> workers_;                    ///< by resource, unless ends are planned
  std::priority_queue<Event> events_;
  const std::string waits_for_policy_ = "its policy to start a task";
  Seconds date_ = 0; ///< planned: SimGrid's clock may differ from it in the last digits
  bool last_seen_ = false;
  bool has_news_ = false; ///< for the policy
};

std::vector<s4u::Host*> Broker::hosts_of(ActorContext& context) {
  std::vector<s4u::Host*> hosts;
  for (const auto& worker : context.simulation().peers("broker/worker"))
    hosts.push_back(worker.host);
  if (hosts.empty())
    throw InputError("there is no broker/worker");
  return hosts;
}

bool Broker::must_plan(ActorContext& context) {
  return context.parameters().text("execution") == "planned" &&
         context.simulation().transport() == Transport::instant;
}

Broker::Broker(ActorContext& context)
    : context_(context), inbox_(context, Reception::permanent), policy_(context.policy<Assign>()),
      journal_(context.simulation().recorder(), context.simulation().workload().name()),
      is_instant_(context.simulation().transport() == Transport::instant), plans_(must_plan(context)),
      jobs_come_as_messages_(!is_instant_ && !context.simulation().peers("workload/submitter").empty()),
      has_loads_(!context.simulation().peers("workload/external_load").empty()),
      detection_delay_(context.parameters().real("detection_delay")),
      description_(context.parameters().real("description")), hosts_(context.simulation(), hosts_of(context)),
      speeds_(context.simulation().speeds_of(hosts_.hosts())), book_(hosts_.speeds()),
      down_since_(hosts_.hosts().size()) {
  for (const auto* host : hosts_.hosts())
    journal_.add_resource(*host);
  if (!plans_)
    for (const auto& worker : context.simulation().peers("broker/worker"))
      workers_.emplace_back(context, worker);
}

void Broker::run() {
  inbox_.open();
  if (!plans_ && context_.simulation().hosts_may_change())
    hosts_.tell_switches([to = Address<EntryMessage, std::variant<ResourceSwitched>>(
                              context_, context_.self())] { to.send(ResourceSwitched{}); });
  for (Seconds now = see_switches(0);; now = wait()) {
    for (Seconds date; (date = next_date()) <= now;) { // one round a planned date, however close they are
      date_ = date;
      round();
    }
    if (!plans_) {
      date_ = now;
      round();
    }
    if (book_.idle() && !more_jobs())
      return;
  }
}

/// Of what is planned or has been seen.
Seconds Broker::next_date() {
  while (!events_.empty() && is_void(events_.top()))
    events_.pop();
  const Job* next_job = jobs_come_as_messages_ ? nullptr : workload().peek();
  return std::min(events_.empty() ? never : events_.top().date,
                  next_job != nullptr ? next_job->submitted : never);
}

void Broker::round() {
  take_events(Event::end);
  admit_jobs();
  take_events(Event::detection);
  if (std::exchange(has_news_, false) && book_.asks())
    decide();
}

/// Up to the kind.
void Broker::take_events(Event::Kind last) {
  while (!events_.empty() && events_.top().date <= date_ && events_.top().kind <= last) {
    const Event event = events_.top();
    events_.pop();
    take(event);
  }
}

void Broker::take(const Event& event) {
  const auto& down = down_since_[static_cast<std::size_t>(event.resource)];
  switch (event.kind) {
  case Event::crash:
    return crashed(event.resource, event.date);
  case Event::back:
    return came_back(event.resource, event.date);
  case Event::detection: // unless it came back before, or crashed again
    if (down && *down + detection_delay_ <= date_)
      lost(event.resource);
    return;
  case Event::end:
    if (!is_void(event))
      ended(event.resource, book_.on(event.resource)->start, event.date);
  }
}

bool Broker::is_void(const Event& event) const {
  const auto& copy = book_.on(event.resource);
  return event.kind == Event::end && (!copy || copy->number != event.copy ||
                                      down_since_[static_cast<std::size_t>(event.resource)].has_value());
}

void Broker::admit_jobs() {
  if (jobs_come_as_messages_)
    return;
  for (const Job* next; (next = workload().peek()) != nullptr && next->submitted <= date_;)
    admit(context_.simulation().take_job());
}

void Broker::admit(const Job& job) {
  has_news_ = true;
  journal_.submitted(job);
  book_.submit(job);
}

/// Turns what has been seen of hosts into events, when all that happens at this date has happened. The date
/// up to which everything is known, now or the last of them.
Seconds Broker::see_switches(Seconds now) {
  constexpr int quiet_rounds = 4; // of the simulation; one crash follows another in fewer
  const bool waits = plans_ && context_.simulation().hosts_may_change();
  for (int quiet = 0; quiet < quiet_rounds; ++quiet) {
    for (const auto& [resource, is_on, date] : hosts_.take()) {
      events_.push({date, is_on ? Event::back : Event::crash, 0, resource, 0});
      now = std::max(now, date);
      quiet = 0;
    }
    if (!waits)
      break;
    s4u::this_actor::yield();
  }
  return now;
}

void Broker::crashed(int resource, Seconds date) {
  auto& down = down_since_[static_cast<std::size_t>(resource)];
  if (down)
    return;
  journal_.down(resource, date);
  down = date;
  events_.push({date + detection_delay_, Event::detection, 0, resource, 0});
}

void Broker::came_back(int resource, Seconds date) {
  auto& down = down_since_[static_cast<std::size_t>(resource)];
  if (!down)
    return;
  lost(resource); // what it ran before is known to be lost, if it was not
  has_news_ = true;
  journal_.up(resource, date);
  book_.up(resource);
  down.reset();
}

void Broker::lost(int resource) {
  if (!book_.is_up(resource))
    return;
  has_news_ = true;
  if (const auto gone = book_.down(resource))
    cut_short(gone->task, gone->copy, date_);
}

/// An attempt that did not end its task: its resource crashed, or another copy ended at that date.
void Broker::cut_short(const Task& task, const Copy& copy, Seconds end) {
  const auto& down = down_since_[static_cast<std::size_t>(copy.resource)];
  if (!down || *down > end)
    journal_.cut_short(task, {copy.resource, copy.start, end}, "cancelled");
  else if (copy.start < *down)
    journal_.cut_short(task, {copy.resource, copy.start, *down}, "lost");
}

void Broker::ended(int resource, Seconds start, Seconds end) {
  has_news_ = true;
  const auto [task, others] = book_.end(resource);
  // A copy runs until the news has come; it may have started after the end.
  const Seconds cancelled = is_instant_ ? end : date_;
  for (const auto& other : others) {
    if (!plans_)
      workers_[static_cast<std::size_t>(other.resource)].send(CancelTask{other.number});
    cut_short(task, other, cancelled);
  }
  journal_.ended(task, {resource, start, end});
}

/// The share of a core that the processes of others leave to one more.
void Broker::see_loads() {
  for (std::size_t i = 0; i < hosts_.hosts().size(); ++i) {
    const auto* host = hosts_.hosts()[i];
    const int processes = context_.simulation().external_loads(host) + 1;
    book_.load(static_cast<int>(i), 1 - std::min(1.0, double(host->get_core_count()) / processes));
  }
}

void Broker::decide() {
  if (has_loads_)
    see_loads();
  const auto view = book_.view(date_);
  const auto assignments = policy_.ask([&](auto& policy) { return policy.assign(view); });
  try {
    for (const auto& assignment : assignments)
      launch(book_.start(assignment, date_));
  } catch (const BrokenRule& broken) {
    policy_.broke(broken.what());
  }
}

void Broker::launch(const Copy& copy) {
  const auto& task = book_.task_of(copy);
  const auto place = static_cast<std::size_t>(copy.resource);
  const Seconds end = task_run(task, date_, hosts_.hosts()[place]->get_speed(), speeds_[place]).end;
  book_.expect(copy.resource, date_ + expected_time(task, book_.resource(copy.resource)));
  if (plans_)
    events_.push({end, Event::end, task.id, copy.resource, copy.number});
  else if (!down_since_[place])
    workers_[place].send(StartTask{copy.number, task, description_});
}

void Broker::take(EntryMessage&& message) {
  if (!is_instant_) { // it may have arrived long ago, behind a slower message
    date_ = see_switches(date_);
    take_events(Event::detection);
  }
  if (auto* submission = std::get_if<Submission>(&message)) {
    admit(submission->job);
  } else if (std::holds_alternative<LastSubmission>(message)) {
    last_seen_ = true;
  } else if (const auto* end = std::any_cast<TaskEnded>(&std::get<std::any>(message)); end != nullptr) {
    if (const auto& copy = book_.on(end->resource); copy && copy->number == end->copy)
      ended(end->resource, end->start, end->end);
  }
}

/// Answers the date up to which everything is known.
Seconds Broker::wait() {
  const Seconds next = next_date();
  if (!plans_)
    return wait_for_messages(next);
  context_.waits_for = next == never ? &waits_for_policy_ : nullptr;
  const Seconds now = hosts_.sleep_until(next);
  context_.waits_for = nullptr;
  return see_switches(now);
}

Seconds Broker::wait_for_messages(Seconds until) {
  auto message = until == never ? std::optional(inbox_.receive()) : inbox_.receive_before(until);
  date_ = message ? std::max(date_, s4u::Engine::get_clock()) : until;
  if (message)
    take(std::move(*message));
  do { // all that comes at this date is seen before the decision
    while (inbox_.ready())
      take(inbox_.receive());
    s4u::this_actor::yield();
  } while (inbox_.ready());
  return see_switches(date_);
}

} // namespace

MALHA_ACTOR(ActorDescriptor{
    "broker/broker",
    "gives the tasks of bags to resources, takes their results, starts lost tasks again",
    "docs/grids.md; GridTS, section 5.1",
    {choice("execution", "planned", {"planned", "exec"},
            "a task takes its work over the speed of its resource, or is executed there, whatever else runs"),
     real("detection_delay", 0, at_least(0), "s", "until it is known that a resource has crashed"),
     real("description", 1024, between(0, 1e15), "B",
          "size of the message that starts a task, besides its input"),
     real("result", 1024, between(0, 1e15), "B", "size of the message that brings its result")},
    {{"", Assign::question}},
    BagJournal::metrics(),
    {Shape::bag_of_tasks},
    false,
    make_actor<Broker>,
    "",
    {{Burden::network},
     {Burden::inputs},
     {Burden::bandwidth_profile},
     {Burden::speed_profile},
     {Burden::host_goes},
     {Burden::host_returns, {{"execution", "planned"}, {"transport", "instant"}}},
     {Burden::external_load, {{"execution", "exec"}}}}})

} // namespace malha::broker
