// SPDX-License-Identifier: MIT
#include "job_intake.hpp"

#include "run_clock.hpp"

namespace malha {

JobIntake::JobIntake(ActorContext& context, Handlers handlers, Dags dags)
    : context_(context), sleepers_(Sleepers::of(context.simulation())), inbox_(context, Reception::permanent),
      handlers_(std::move(handlers)),
      come_as_messages_(context.simulation().entry().mailbox != context.self().mailbox ||
                        (context.simulation().transport() == Transport::network &&
                         !context.simulation().peers("workload/submitter").empty())),
      takes_whole_(dags == Dags::whole) {
  if (takes_whole_)
    context.simulation().refuse_jobs_that_wait();
}

Seconds JobIntake::next_read() {
  if (come_as_messages_)
    return never;
  auto& simulation = context_.simulation();
  while (const Job* job = simulation.workload().peek()) {
    if (job->preceding == nullptr)
      return job->submitted;
    ready_.come(simulation.take_job());
  }
  return never;
}

Job JobIntake::take() {
  if (ready_.next() <= next_read())
    return ready_.take();
  Job job = context_.simulation().take_job();
  if (!takes_whole_ && !ready_.lets_pass(job)) // nearly all jobs pass, and are not moved
    return ready_.come(std::move(job)).value();
  return job;
}

bool JobIntake::more() {
  if (!ready_.empty())
    return true;
  return come_as_messages_ ? !last_seen_ : context_.simulation().workload().peek() != nullptr;
}

void JobIntake::take(const EntryMessage& message) {
  handlers_.before();
  if (const auto* submission = std::get_if<Submission>(&message)) {
    if (const auto job = come(submission->job))
      handlers_.submit(*job);
  } else if (const auto* own = std::get_if<std::any>(&message)) {
    handlers_.handle(*own);
  } else {
    last_seen_ = true;
  }
}

bool JobIntake::take_ready() {
  bool any = false;
  for (; inbox_.ready(); any = true)
    take(*inbox_.receive_before(never));
  return any;
}

void JobIntake::take_all() {
  settle(context_.simulation(), Turn::takes_news, [this] { return take_ready(); });
}

bool JobIntake::try_to_look_ahead(Seconds date, const HostWatch& hosts) {
  if (hosts.any() || !sleepers_.nobody_else_acts_before(context_.simulation(), date))
    return false;
  run_clock.look_ahead(date);
  return true;
}

Seconds JobIntake::sleep_until(Seconds date, HostWatch& hosts, const std::string& waits_for) {
  run_clock.catch_up();
  context_.waits_for = date == never ? &waits_for : nullptr;
  const Seconds now = hosts.sleep_until(date);
  context_.waits_for = nullptr;
  return now;
}

} // namespace malha
