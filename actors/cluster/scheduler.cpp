// SPDX-License-Identifier: MIT
#include "actors/runtime/host_watch.hpp"
#include "admission.hpp"
#include "events.hpp"
#include "journal.hpp"
#include "parts.hpp"

namespace malha::cluster {
namespace {

namespace s4u = simgrid::s4u;

/// How long the report of an end may be on its way, as far as plans go.
constexpr Seconds report_delay = 1;

/// Each host with its nodes.
std::vector<NamedMachine> machines_of(const std::vector<s4u::Host*>& nodes) {
  std::vector<NamedMachine> machines;
  for (std::size_t node = 0; node < nodes.size(); ++node)
    if (node > 0 && nodes[node] == nodes[node - 1])
      ++machines.back().machine.cpus;
    else
      machines.push_back({nodes[node]->get_name(), {static_cast<int>(node), 1}});
  return machines;
}

/// A centralised batch scheduler over dedicated nodes. It keeps a book of jobs and nodes and, under
/// execution=timeline, its own queue of ends, so that a job costs no actor and no activity. At one date it
/// sees ends, then nodes that go or come, then submissions, and then decides once.
class Scheduler : public Actor {
public:
  explicit Scheduler(ActorContext& context);

  void run() override {
    inbox_.open();
    while (true) {
      round();
      if (book_.idle() && !more_jobs())
        return;
      events_.drop([this](const Event& event) { return is_stale(event); });
      if (events_.next() > date_)
        wait();
    }
  }

  void measure(Seconds end) override {
    const bool goes_on =
        context_.simulation().transport() == Transport::network || !book_.idle() || more_jobs();
    if (goes_on)
      date_ = std::max(date_, end);
    book_.advance(date_);
    // What is rejected when all others have ended makes the schedule no longer.
    journal_.close(book_, goes_on ? date_ : std::min(date_, journal_.last_end()));
  }

private:
  static std::vector<s4u::Host*> take_nodes(ActorContext& context);

  bool more_jobs() { return jobs_come_as_messages_ ? !last_seen_ : workload().peek() != nullptr; }
  Workload& workload() { return context_.simulation().workload(); }

  /// Its job has ended, or was put back in the queue, before.
  bool is_stale(const Event& event) const { return !book_.is_current(event.handle, event.run); }

  void round();
  void take_events();
  void outlived(const Event& event);
  void take_switches();
  void admit_jobs();
  void admit(const Job& job);
  void admit_tasks(const Job& job);
  void take(EntryMessage&& message);
  void decide();
  bool is_hopeless(const Decision& decision);
  void stop(const Stop& stop);
  void launch(const LiveJob& job);
  void requeue(JobHandle handle, const char* why);
  void wait();
  void wait_for_messages(Seconds until);

  ActorContext& context_;
  Inbox<EntryMessage> inbox_;
  PolicyUse<Queue> policy_;
  Journal journal_;
  const std::string waits_for_policy_ = "its policy to start a queued job";
  const Admission admission_;
  const bool jobs_come_as_messages_, extends_, reports_take_time_;
  HostWatch nodes_;
  Book book_;
  std::optional<Parts> parts_; ///< unless execution=timeline
  Events events_;
  Seconds date_ = 0; ///< planned: SimGrid's clock may differ from it in the last digits
  Seconds stalled_since_ = 0;
  bool last_seen_ = false;
};

Scheduler::Scheduler(ActorContext& context)
    : context_(context), inbox_(context, Reception::permanent), policy_(context.policy<Queue>()),
      journal_(context.simulation().recorder(), context.simulation().workload().name()), admission_(context),
      jobs_come_as_messages_(context.simulation().transport() == Transport::network &&
                             !context.simulation().peers("workload/submitter").empty()),
      extends_(context.parameters().text("overrun") == "extend"),
      reports_take_time_(context.parameters().text("execution") != "timeline" &&
                         context.simulation().transport() == Transport::network),
      nodes_(context.simulation(), take_nodes(context)),
      book_(nodes_.speeds(), machines_of(nodes_.hosts()), context.simulation().speeds_of(nodes_.hosts())) {
  if (context.parameters().text("execution") != "timeline")
    parts_.emplace(context, nodes_.hosts());
}

std::vector<s4u::Host*> Scheduler::take_nodes(ActorContext& context) {
  auto& simulation = context.simulation();
  const bool by_core = context.parameters().text("allocation") == "core";
  std::vector<s4u::Host*> nodes;
  for (auto* host : simulation.hosts(context.parameters().text("nodes")))
    for (int core = 0; core < (by_core ? host->get_core_count() : 1); ++core) {
      simulation.recorder().add_resource(host->get_name(), host->get_speed(),
                                         by_core ? 1 : host->get_core_count(), "cluster", 1);
      nodes.push_back(host);
    }
  return nodes;
}

void Scheduler::round() {
  book_.advance(date_);
  take_events();
  take_switches();
  admit_jobs();
  decide();
  journal_.state(book_, date_);
}

void Scheduler::take_events() {
  while (const auto event = events_.take(date_)) {
    if (is_stale(*event))
      continue;
    if (event->kind == Event::outlived) {
      outlived(*event);
    } else {
      const LiveJob& job = book_.end(event->handle);
      journal_.ended(job, job.start, event->date,
                     event->kind == Event::end ? FinalState::completed : FinalState::walltime_reached);
    }
  }
}

/// A job that may run on is expected to run as long again; one whose end is only to be reported, to end soon.
void Scheduler::outlived(const Event& event) {
  const LiveJob& job = book_[event.handle];
  const Seconds expected = extends_ ? job.start + 2 * (job.expected_end - job.start) : date_ + report_delay;
  journal_.promises_are_void(date_);
  book_.outlived(event.handle, expected);
  events_.push({Event::outlived, expected, event.id, event.handle, event.run});
}

void Scheduler::take_switches() {
  const auto switches = nodes_.take();
  if (switches.empty())
    return;
  journal_.promises_are_void(date_);
  for (const auto& [node, is_on, date] : switches) {
    if (is_on) {
      book_.node_up(node);
      journal_.node_up(node, date);
      continue;
    }
    if (const auto handle = book_.job_on(node))
      requeue(*handle, "node_lost");
    book_.node_down(node);
    journal_.node_down(node, date);
  }
}

void Scheduler::admit_jobs() {
  if (jobs_come_as_messages_) {
    while (inbox_.ready())
      take(inbox_.receive());
    return;
  }
  for (const Job* next; (next = workload().peek()) != nullptr && next->submitted <= date_;)
    admit(context_.simulation().take_job());
}

void Scheduler::take(EntryMessage&& message) {
  if (auto* submission = std::get_if<Submission>(&message)) {
    admit(submission->job);
  } else if (const auto* own = std::get_if<std::any>(&message)) {
    const auto& part = std::any_cast<const EndedOnNode&>(*own);
    if (context_.simulation().transport() == Transport::instant)
      date_ = std::max(date_, part.end);
    if (const auto job = parts_->ended(part, book_)) {
      book_.advance(date_);
      journal_.ended(book_.end(job->handle), job->start, job->end,
                     job->killed ? FinalState::walltime_reached : FinalState::completed);
    }
  } else {
    last_seen_ = true;
  }
}

void Scheduler::admit(const Job& job) {
  book_.advance(date_);
  admission_.check(job);
  journal_.submitted(job, date_);
  if (asks_for_more_than_size(job))
    admit_tasks(admission_.taken(job));
  else
    admit_tasks(job);
}

void Scheduler::admit_tasks(const Job& job) {
  try {
    for (const auto& task : job.tasks)
      if (task.resources <= book_.nodes())
        book_.admit(job, task);
      else
        journal_.rejected(job, task);
  } catch (const InputError& error) {
    admission_.refuse(error.what());
  }
}

void Scheduler::decide() {
  const auto view = book_.view(date_, journal_.explains());
  const Decision decision = policy_.ask([&](auto& policy) { return policy.decide(view); });
  book_.clear_changes();
  try {
    if (!(decision.wake > date_))
      throw BrokenRule("it asks to be asked again at t=" + shortest(decision.wake) +
                       " s, which is not later");
    for (const auto& one : decision.stop)
      stop(one);
    journal_.decided(decision, book_, date_);
    for (const auto handle : decision.drop)
      journal_.dropped(book_.drop(handle), date_);
    for (const auto& start : decision.start)
      launch(book_.start(start, date_));
  } catch (const BrokenRule& broken) {
    policy_.broke(broken.what());
  }
  events_.wake_at(is_hopeless(decision) ? never : decision.wake);
}

/// Nothing runs and nothing will come, and all that the policy does is to ask for time: a deadlock, in the
/// end.
bool Scheduler::is_hopeless(const Decision& decision) {
  if (!decision.start.empty() || !decision.stop.empty() || book_.view(date_, false).running.size() > 0 ||
      more_jobs())
    stalled_since_ = date_;
  return date_ - stalled_since_ > HostWatch::patience;
}

void Scheduler::stop(const Stop& stop) {
  book_.check(stop.job, LiveJob::State::runs, "stops");
  if (parts_)
    parts_->stop(book_[stop.job]);
  if (stop.requeue) {
    requeue(stop.job, "requeued");
  } else {
    const LiveJob& job = book_.end(stop.job);
    journal_.ended(job, job.start, date_, FinalState::killed);
  }
}

void Scheduler::launch(const LiveJob& job) {
  const JobHandle handle = job.queued.handle;
  const TaskRun planned = book_.task_run(job);
  const Seconds limit = extends_ ? never : job.queued.walltime;
  if (parts_)
    parts_->start(job, book_.speeds_change() ? std::nullopt : std::optional(planned.time), limit);
  else if (planned.time > limit)
    events_.push({Event::end_by_limit, job.expected_end, job.task.id, handle, job.run});
  else
    events_.push({Event::end, planned.end, job.task.id, handle, job.run});
  if ((extends_ || reports_take_time_) && job.expected_end < never)
    events_.push({Event::outlived, job.expected_end, job.task.id, handle, job.run});
}

void Scheduler::requeue(JobHandle handle, const char* why) {
  journal_.cut_short(book_[handle], date_, why);
  book_.requeue(handle, date_);
}

void Scheduler::wait() {
  const Job* next_job = jobs_come_as_messages_ ? nullptr : workload().peek();
  const Seconds next = std::min(events_.next(), next_job != nullptr ? next_job->submitted : never);
  if ((jobs_come_as_messages_ && !last_seen_) || (parts_ && !parts_->none())) {
    wait_for_messages(next);
  } else {
    context_.waits_for = next == never ? &waits_for_policy_ : nullptr;
    date_ = std::max(date_, nodes_.sleep_until(next));
    context_.waits_for = nullptr;
  }
}

void Scheduler::wait_for_messages(Seconds until) {
  auto message = until == never ? std::optional(inbox_.receive()) : inbox_.receive_before(until);
  if (!message)
    date_ = until;
  if (context_.simulation().transport() == Transport::network)
    date_ = std::max(date_, s4u::Engine::get_clock());
  if (message)
    take(std::move(*message));
  do { // all that comes at this date is seen before the decision
    while (inbox_.ready())
      take(inbox_.receive());
    s4u::this_actor::yield();
  } while (inbox_.ready());
}

} // namespace

MALHA_ACTOR(ActorDescriptor{
    "cluster/scheduler",
    "batch scheduler over dedicated nodes",
    "textbook",
    {text("nodes", "@role=worker", "the nodes of the cluster: a host name, a glob or a selector"),
     choice("allocation", "node", {"node", "core"}, "jobs ask for whole nodes, or for cores"),
     choice("fragments", "honour", {"honour", "ignore"},
            "the CPUs of a fragment lie on one machine, or anywhere"),
     choice("execution", "timeline", {"timeline", "messages", "exec"},
            "ends are planned by the scheduler, waited for by actors on the nodes, or executed by them"),
     choice("overrun", "kill", {"kill", "extend"},
            "a job that reaches its walltime is killed, or runs on and is expected to run as long again"),
     real("description", 1024, between(0, 1e15), "B", "size of the message that starts a job on a node")},
    {{"", Queue::question}},
    Journal::metrics(),
    {Shape::bag_of_tasks, Shape::rigid},
    false,
    make_actor<Scheduler>,
    "",
    {{Burden::network},
     {Burden::inputs, {{"transport", "instant"}}},
     {Burden::bandwidth_profile},
     {Burden::speed_profile},
     {Burden::host_goes, {{"execution", "timeline"}, {"transport", "instant"}}},
     {Burden::host_goes, {{"execution", "timeline"}, {"workload/submitter", "none"}}},
     {Burden::host_returns, {{"execution", "timeline"}, {"transport", "instant"}}},
     {Burden::host_returns, {{"execution", "timeline"}, {"workload/submitter", "none"}}},
     {Burden::external_load, {{"execution", "exec"}}}}})

} // namespace malha::cluster
