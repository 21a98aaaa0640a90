// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/submission.hpp"
#include "mailbox.hpp"
#include "planned_crashes.hpp"
#include "versions.hpp"

#include <simgrid/s4u.hpp>

#include <algorithm>
#include <unordered_map>

namespace malha {

/// Data on another host that a task needs before it begins.
struct Fetch {
  simgrid::s4u::Host* from;
  Bytes size;
};

/// Runs the tasks that another actor sends, one at a time on its host: a task takes its work over the speed
/// of the host, or is executed there, whatever else runs. `Message` is what the inbox receives. If the other
/// actor plans the ends of tasks, this one has nothing to do.
template <class Message>
class TaskRunner : public Actor {
public:
  bool is_active() const override {
    return executes_ || context_.simulation().transport() == Transport::network;
  }

  void run() override {
    inbox_.open();
    if (may_recover(context_.simulation(), *context_.host()))
      simgrid::s4u::Actor::self()->set_auto_restart(true);
    running_.reset(); // what ran when the host went down is lost
    while (true)
      if (!running_ || running_->end == never)
        take(std::move(*inbox_.receive_before(never)));
      else if (const auto message = inbox_.receive_before(running_->end))
        take(std::move(*message));
      else
        end(running_->end);
  }

protected:
  /// `sender` sends the tasks; its parameter `execution` says whether they are executed.
  TaskRunner(ActorContext& context, const Peer& sender)
      : context_(context), inbox_(context, Reception::permanent),
        executes_(sender.parameters.text("execution") == "exec"),
        speeds_(context.simulation().speeds_of(*context.host())) {}

  ActorContext& context() { return context_; }

  virtual void take(Message&& message) = 0;
  /// Called when the task that was begun under this number has ended.
  virtual void ended(std::int64_t number, Seconds start, Seconds end) = 0;

  /// Called when all that the task fetches has come.
  virtual void fetched(std::int64_t /*number*/, Seconds /*date*/) {}

  /// The task begins when all `fetches` have come, which leave their hosts now. If one of these hosts fails
  /// before, it never begins, and waits to be cancelled.
  void begin(std::int64_t number, const Task& task, const std::vector<Fetch>& fetches = {}) {
    // SimGrid's clock may lag behind a planned date by its last digit: nothing starts before what it follows.
    const Seconds now = std::max({simgrid::s4u::Engine::get_clock(), last_end_, task.submitted});
    running_.emplace(Running{number, now, never, task.work});
    if (!fetches.empty())
      fetch(fetches, task);
    else if (executes_ && !task.is_delay)
      execute();
    else
      running_->end = task_run(task, now, context_.host()->get_speed(), speeds_).end;
  }

  /// Waits until all that was on other hosts has come. Returns false if one of these hosts fails before.
  /// `transfers` keeps what lasts.
  bool fetch_all(const std::vector<Fetch>& fetches, std::vector<simgrid::s4u::CommPtr>& transfers) {
    auto& row = context_.simulation().network().row("data", "host>host");
    const int failures = failures_of(fetches);
    bool may_come = true;
    for (const auto& [from, size] : fetches) {
      if (!from->is_on()) { // SimGrid starts no transfer there
        may_come = false;
        continue;
      }
      transfers.push_back(start_transfer(from, context_.host(), static_cast<std::uint64_t>(size)));
      ++row.count;
      row.bytes += size;
    }
    for (const auto& transfer : transfers)
      may_come = has_come(transfer) && may_come;
    return may_come && failures_of(fetches) == failures;
  }

  bool runs(std::int64_t number) const { return running_ && running_->number == number; }
  /// Gives up the task that runs, if there is one.
  void cancel() {
    if (!running_)
      return;
    // The executor may run until it is killed, and fetches nothing more then.
    const auto executor = running_->executor;
    const auto transfers = running_->transfers;
    if (executor)
      executor->kill();
    running_.reset();
    if (transfers)
      for (const auto& transfer : *transfers)
        transfer->cancel();
  }
  /// Time for which the task that runs has computed, at the full speed of the host.
  Seconds ran() const {
    const Seconds now = simgrid::s4u::Engine::get_clock();
    if (running_->executor)
      return running_->execution
                 ? (running_->work - running_->execution->get_remaining()) / context_.host()->get_speed()
                 : 0;
    return speeds_ == nullptr ? now - running_->start : speeds_->computed(running_->start, now);
  }

private:
  struct Running {
    std::int64_t number;
    Seconds start;
    Seconds end; ///< `never`: it is executed
    Flops work;
    simgrid::s4u::ActorPtr executor = nullptr;
    simgrid::s4u::ExecPtr execution = nullptr; ///< once the executor has begun it
    /// What it fetches; kept here, since SimGrid complains of transfers that are freed while they last.
    std::shared_ptr<std::vector<simgrid::s4u::CommPtr>> transfers = nullptr;
  };

  /// In an actor of its own: one cannot wait for an execution and for messages at once.
  void execute() {
    running_->executor = add_actor(context_.self().mailbox + "-task", context_.host(), [this] {
      compute();
      end(simgrid::s4u::Engine::get_clock());
    });
  }

  void compute() {
    const auto execution = simgrid::s4u::Exec::init();
    running_->execution = execution;
    execution->set_flops_amount(running_->work)->set_host(context_.host())->wait();
  }

  void fetch(const std::vector<Fetch>& fetches, const Task& task) {
    const auto transfers = std::make_shared<std::vector<simgrid::s4u::CommPtr>>();
    running_->transfers = transfers;
    running_->executor =
        add_actor(context_.self().mailbox + "-task", context_.host(), [this, fetches, task, transfers] {
          if (!fetch_all(fetches, *transfers))
            return;
          running_->start = simgrid::s4u::Engine::get_clock();
          fetched(running_->number, running_->start);
          if (executes_ && !task.is_delay) {
            compute();
            return end(simgrid::s4u::Engine::get_clock());
          }
          const Seconds planned = task_run(task, running_->start, context_.host()->get_speed(), speeds_).end;
          simgrid::s4u::this_actor::sleep_until(planned);
          end(planned);
        });
  }

  /// Waits for the transfer. Returns false if it fails with its host.
  static bool has_come(simgrid::s4u::CommPtr transfer) {
    try {
      transfer->wait();
      return true;
    } catch (const simgrid::Exception&) {
      return false;
    }
  }

  /// How often the hosts of the fetches have failed. SimGrid goes on with transfers from a host that fails.
  int failures_of(const std::vector<Fetch>& fetches) {
    if (!context_.simulation().hosts_may_change())
      return 0;
    if (!std::exchange(sees_failures_, true))
      on_switch([this](const simgrid::s4u::Host& host) { failures_[&host] += !host.is_on(); });
    int sum = 0;
    for (const auto& fetch : fetches)
      sum += failures_[fetch.from];
    return sum;
  }

  void end(Seconds date) {
    last_end_ = date;
    ended(running_->number, running_->start, date);
    running_.reset();
  }

  ActorContext& context_;
  Inbox<Message> inbox_;
  const bool executes_;
  const SpeedProfile* const speeds_;
  std::optional<Running> running_;
  Seconds last_end_ = 0; ///< of a task that it ran
  bool sees_failures_ = false;
  std::unordered_map<const simgrid::s4u::Host*, int> failures_; ///< since the first fetch
};

} // namespace malha
