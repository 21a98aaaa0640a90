// SPDX-License-Identifier: MIT
#include "scheduling.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "sites.hpp"

namespace malha::easygrid {

std::vector<ParameterSpec> Scheduling::parameters() {
  auto all = Iteration::parameters();
  all.push_back(
      real("check_interval", 2, at_least(0), "s", "least time between two checks of the balance (I_sched)"));
  all.push_back(choice("check", "message", {"message", "iteration"},
                       "the balance is checked after each monitoring message and in each iteration, or in "
                       "each iteration alone"));
  all.push_back(choice("check_interval_from", "check", {"check", "event_end"},
                       "check_interval counts from the last check, or also from the end of the last event"));
  all.push_back(Ending::parameter());
  return all;
}

Scheduling::Scheduling(ActorContext& context, Iteration& iteration, Metrics metrics, Send send)
    : context_(context), iteration_(iteration), metrics_(metrics), send_(std::move(send)),
      decisions_(context), check_interval_(context.parameters().real("check_interval")),
      checks_after_messages_(context.parameters().text("check") == "message"),
      interval_follows_events_(context.parameters().text("check_interval_from") == "event_end"),
      ending_(context, iteration) {
  context.simulation().refuse_jobs_that_wait(); // the top learns of the ends of tasks of DAGs only
}

void Scheduling::add_child(const std::string& host, FlopsPerSecond power) {
  children_.push_back({host, "", {}});
  const int child = static_cast<int>(powers_.size());
  powers_.push_back({child, power});
  loads_.push_back({child, 0, 0});
}

void Scheduling::update(int child, const Load& load, const char* message) {
  auto& reporting = children_.at(static_cast<std::size_t>(child));
  reporting.message = message;
  reporting.reported = simgrid::s4u::Engine::get_clock();
  loads_.at(static_cast<std::size_t>(child)) = {child, load.power, load.ert};
}

void Scheduling::admit_jobs() {
  auto& simulation = context_.simulation();
  for (const Job* next; (next = simulation.workload().peek()) != nullptr &&
                        next->submitted <= simgrid::s4u::Engine::get_clock();) {
    take_over(ready_.begin(take_job(simulation)).tasks);
  }
  while (ready_.next() <= simgrid::s4u::Engine::get_clock())
    take_over(ready_.take().tasks);
}

void Scheduling::ended(TaskId task) { ready_.ended(task, simgrid::s4u::Engine::get_clock()); }

bool Scheduling::all_tasks_ended() {
  return unfinished_ == 0 && ready_.empty() && context_.simulation().workload().peek() == nullptr;
}

void Scheduling::take_over(const std::vector<Task>& tasks) {
  unfinished_ += static_cast<std::int64_t>(tasks.size());
  distribute(tasks, powers_);
}

void Scheduling::distribute(const std::vector<Task>& tasks, const std::vector<Share>& shares) {
  for (auto& [child, package] : decisions_.distribute(tasks, shares))
    if (!package.empty()) {
      iteration_.touch(package.size());
      send_(child, TaskPackage{std::move(package)});
    }
}

void Scheduling::end_event(const std::vector<Task>& given) {
  iteration_.touch(given.size());
  if (!given.empty()) {
    context_.simulation().recorder().count(metrics_.accepted);
    distribute(given, receivers_);
  }
  if (context_.simulation().recorder().explains())
    explain_answer(given.size());
  receivers_.clear();
  if (interval_follows_events_)
    last_check_ = simgrid::s4u::Engine::get_clock();
}

void Scheduling::check_after_message() {
  if (checks_after_messages_)
    check_balance();
}

void Scheduling::check_balance() {
  const Seconds now = simgrid::s4u::Engine::get_clock();
  if (event_under_way() || unfinished_ == 0 || now - last_check_ < check_interval_)
    return;
  last_check_ = now;
  const auto decision = decisions_.rebalance(loads_);
  if (!decision)
    return;
  ++events_;
  giver_ = decision->giver;
  if (context_.simulation().recorder().explains())
    explain(*decision);
  receivers_ = decision->receivers;
  context_.simulation().recorder().count(metrics_.events);
  send_(decision->giver, Request{decision->fraction});
}

std::string Scheduling::name() const {
  return context_.self().descriptor->name + " on " + context_.host()->get_name();
}

void Scheduling::explain(const Rebalance& decision) {
  auto receiver = decision.receivers.begin();
  for (const auto& load : loads_) {
    const auto& child = children_[static_cast<std::size_t>(load.child)];
    const bool gives = load.child == decision.giver;
    const bool receives = receiver != decision.receivers.end() && receiver->child == load.child;
    if (receives)
      ++receiver;
    context_.simulation().recorder().balanced({simgrid::s4u::Engine::get_clock(),
                                               name(),
                                               events_,
                                               load.child,
                                               child.host,
                                               gives      ? "gives"
                                               : receives ? "receives"
                                                          : "none",
                                               child.message,
                                               child.reported,
                                               load.power,
                                               load.ert,
                                               gives ? std::optional(decision.fraction) : std::nullopt,
                                               {}});
  }
}

void Scheduling::explain_answer(std::size_t tasks) {
  context_.simulation().recorder().balanced({simgrid::s4u::Engine::get_clock(),
                                             name(),
                                             events_,
                                             giver_,
                                             children_[static_cast<std::size_t>(giver_)].host,
                                             "answers",
                                             "",
                                             {},
                                             {},
                                             {},
                                             {},
                                             tasks});
}

} // namespace malha::easygrid
