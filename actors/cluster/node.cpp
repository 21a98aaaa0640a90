// SPDX-License-Identifier: MIT
#include "actors/model/submission.hpp"
#include "actors/runtime/simgrid/mailbox.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/runtime/simgrid/versions.hpp"
#include "hosts.hpp"
#include "messages.hpp"

#include <algorithm>

namespace malha::cluster {
namespace {

namespace s4u = simgrid::s4u;

/// A node of a batch scheduler under execution=messages or exec. Starts an actor for each part of a job that
/// it is sent, which runs the part and reports its end. After a failure of its host it runs again, without
/// any part.
class Node : public Actor {
public:
  explicit Node(ActorContext& context)
      : context_(context), inbox_(context, Reception::permanent), scheduler_(context, scheduler_of(context)),
        executes_(scheduler_of(context).parameters.text("execution") == "exec"),
        is_used_(scheduler_of(context).parameters.text("execution") != "timeline") {}

  bool is_active() const override { return is_used_; }

  void run() override {
    inbox_.open();
    s4u::Actor::self()->set_auto_restart(context_.simulation().hosts_may_change());
    ++runs_;
    attempts_.clear();
    while (true) {
      const NodeMessage message = inbox_.receive();
      if (const auto* start = std::get_if<StartOnNode>(&message)) {
        if (start->returns != runs_ - 1) // it was sent before the last failure of the host
          continue;
        auto& [run, parts] = attempts_[start->handle];
        if (std::exchange(run, start->run) != start->run)
          parts.clear(); // those of an earlier attempt have ended
        parts.push_back(
            add_actor(context_.self().mailbox, context_.host(), [this, start = *start] { run_part(start); }));
      } else {
        for (const auto& part : attempts_[std::get<StopOnNode>(message).handle].second)
          part->kill();
      }
    }
  }

private:
  /// Runs a part of a job, and reports its end unless the job is lost.
  void run_part(const StartOnNode& job) const {
    const bool instant = context_.simulation().transport() == Transport::instant;
    EndedOnNode ended{job.handle, job.run, instant ? job.start : s4u::Engine::get_clock(), 0, false};
    const TaskRun planned = run_of(job, ended.start);
    // A part that is known to end by the limit runs without one: its end at the limit could be taken for a
    // timeout. Nothing is known if others compute on the host.
    const bool keeps_limit = job.task.exchange <= 0 && planned.time <= job.limit &&
                             (job.task.is_delay || !context_.simulation().hosts_are_shared());
    const Seconds limit = keeps_limit ? never : ended.start + job.limit;
    if (job.iterations) {
      run_with_peers(job, ended);
    } else if (executes_ && !job.task.is_delay) {
      const auto is_done = execute(job, limit);
      if (!is_done)
        return;
      ended.killed = !*is_done;
      ended.end = ended.killed && instant ? limit : s4u::Engine::get_clock();
    } else {
      ended.killed = !keeps_limit;
      ended.end = keeps_limit ? planned.end : limit;
      s4u::this_actor::sleep_until(ended.end);
    }
    scheduler_.send(ended);
  }

  /// Runs a whole job on its shared hosts. Sets how it ended.
  void run_with_peers(const StartOnNode& job, EndedOnNode& ended) const {
    std::vector<s4u::Host*> hosts{context_.host()};
    hosts.insert(hosts.end(), job.peers.begin(), job.peers.end());
    const auto end = job.iterations->run(hosts, ended.start, ended.start + job.limit);
    ended.killed = !end;
    ended.end = end.value_or(ended.start + job.limit);
  }

  /// The run of the part if nothing slows it: as the scheduler planned it, or by the speeds of this host.
  TaskRun run_of(const StartOnNode& job, Seconds start) const {
    if (job.planned)
      return {*job.planned, start + *job.planned};
    const auto& host = *context_.host();
    return task_run(job.task, start, host.get_speed(), context_.simulation().speeds_of(host));
  }

  /// Computes, and sends data to the peers meanwhile. Returns whether all of it ended before the date
  /// `limit`; nothing if a peer is down, so that the job is lost.
  std::optional<bool> execute(const StartOnNode& job, Seconds limit) const {
    std::vector<s4u::ActivityPtr> activities{
        s4u::Exec::init()->set_flops_amount(job.task.work)->set_host(context_.host())->start()};
    const auto cancel = [&activities] {
      for (const auto& activity : activities)
        activity->cancel();
    };
    if (std::any_of(job.peers.begin(), job.peers.end(), [](const auto* peer) { return !peer->is_on(); })) {
      cancel();
      return std::nullopt;
    }
    for (auto* peer : job.peers)
      activities.push_back(
          start_transfer(context_.host(), peer, static_cast<std::uint64_t>(job.task.exchange)));
    try {
      for (const auto& activity : activities)
        if (limit == never)
          activity->wait();
        else
          activity->wait_until(limit);
      return true;
    } catch (const simgrid::TimeoutException&) {
      cancel();
      return false;
    } catch (const simgrid::NetworkFailureException&) {
      cancel();
      return std::nullopt;
    }
  }

  ActorContext& context_;
  Inbox<NodeMessage> inbox_;
  Address<EntryMessage, std::variant<EndedOnNode>> scheduler_;
  const bool executes_, is_used_;
  int runs_ = 0; ///< how often the actor was started
  /// The last attempt on this node by job: its number, and the actors of its parts.
  std::map<JobHandle, std::pair<std::uint32_t, std::vector<s4u::ActorPtr>>> attempts_;
};

} // namespace

MALHA_ACTOR(describe<Node>("cluster/node",
                           "a node of a batch scheduler: waits for its part of a job to end, or executes it",
                           "textbook")
                .is_daemon())

} // namespace malha::cluster
