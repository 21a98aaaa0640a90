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

/// A node of a batch scheduler under execution=messages or exec: runs its part of each job that is started on
/// it, in an actor of its own, and reports its end. When its host has been down it runs again, and knows of
/// no job.
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
        if (start->returns != runs_ - 1) // it was sent before the host went down
          continue;
        auto& [run, parts] = attempts_[start->handle];
        if (std::exchange(run, start->run) != start->run)
          parts.clear(); // they have ended
        parts.push_back(
            add_actor(context_.self().mailbox, context_.host(), [this, start = *start] { work(start); }));
      } else {
        for (const auto& part : attempts_[std::get<StopOnNode>(message).handle].second)
          part->kill();
      }
    }
  }

private:
  void work(const StartOnNode& job) const {
    const bool instant = context_.simulation().transport() == Transport::instant;
    EndedOnNode ended{job.handle, job.run, instant ? job.start : s4u::Engine::get_clock(), 0, false};
    const TaskRun planned = run_of(job, ended.start);
    // A run time that is known to keep the limit must not race with it. Where others compute on the host it
    // is not known.
    const bool keeps = job.task.exchange <= 0 && planned.time <= job.limit &&
                       (job.task.is_delay || !context_.simulation().hosts_are_shared());
    const Seconds limit = keeps ? never : ended.start + job.limit;
    if (job.iterations) {
      run_with_peers(job, ended);
    } else if (executes_ && !job.task.is_delay) {
      const auto is_done = execute(job, limit);
      if (!is_done)
        return;
      ended.killed = !*is_done;
      ended.end = ended.killed && instant ? limit : s4u::Engine::get_clock();
    } else {
      ended.killed = !keeps;
      ended.end = keeps ? planned.end : limit;
      s4u::this_actor::sleep_until(ended.end);
    }
    scheduler_.send(ended);
  }

  /// Runs a job whose hosts are shared, on all of them.
  void run_with_peers(const StartOnNode& job, EndedOnNode& ended) const {
    std::vector<s4u::Host*> hosts{context_.host()};
    hosts.insert(hosts.end(), job.peers.begin(), job.peers.end());
    const auto end = job.iterations->run(hosts, ended.start, ended.start + job.limit);
    ended.killed = !end;
    ended.end = end.value_or(ended.start + job.limit);
  }

  TaskRun run_of(const StartOnNode& job, Seconds start) const {
    if (job.planned)
      return {*job.planned, start + *job.planned};
    const auto& host = *context_.host();
    return task_run(job.task, start, host.get_speed(), context_.simulation().speeds_of(host));
  }

  /// Computes, and sends to its peers meanwhile. Whether it came to its end before the limit; nothing where a
  /// peer is down, so that the job is lost.
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
          s4u::Comm::sendto_async(context_.host(), peer, static_cast<std::uint64_t>(job.task.exchange)));
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
  std::map<JobHandle, std::pair<std::uint32_t, std::vector<s4u::ActorPtr>>>
      attempts_; ///< run, and its parts here
};

} // namespace

MALHA_ACTOR(describe<Node>("cluster/node",
                           "a node of a batch scheduler: waits for its part of a job to end, or executes it",
                           "textbook")
                .is_daemon())

} // namespace malha::cluster
