// SPDX-License-Identifier: MIT
#include "history.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "scenarios/workload/files/snapshot_text.hpp"

#include <algorithm>

namespace malha::cluster {
namespace {

SnapshotJob job_of(const LiveJob& live) {
  SnapshotJob job;
  job.number = number_of(live.task);
  job.job = live.task.job;
  job.who = live;
  job.size = live.queued.size;
  job.submitted = live.queued.submitted;
  job.limit = live.requested;
  job.priority = live.queued.priority;
  job.restarts = live.restarts;
  job.asks_for_more = live.asks_for_more;
  return job;
}

Snapshot::Owner owner_of(const LiveJob& job) {
  return {as_in_a_snapshot(job.account.str()), as_in_a_snapshot(job.user.str())};
}

bool are_same(const SnapshotJob& a, const SnapshotJob& b) {
  const auto facts = [](const SnapshotJob& job) {
    return std::tuple(job.number, job.job, job.size, job.submitted, job.limit, job.priority, job.restarts,
                      job.resources.text(), job.started, job.ends);
  };
  return facts(a) == facts(b);
}

bool are_same(const std::vector<SnapshotJob>& a, const std::vector<SnapshotJob>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& one, const auto& other) { return are_same(one, other); });
}

std::string in_words(const std::vector<std::string>& events) {
  return events.empty() ? "nothing" : "'" + listed(events) + "'";
}

} // namespace

void History::note(const std::string& what, const Task& task, const std::string& more) {
  round_.events.push_back(what + ' ' + std::to_string(number_of(task)) + more);
}

void History::submitted(const Job& job, Seconds) {
  for (const auto& task : job.tasks)
    note("submit", task);
}

void History::rejected(const Job&, const Task& task) { note("reject", task); }

void History::never_ready(const Job&, const Task& task, Seconds) { note("never", task); }

void History::started(const LiveJob& job, const Start&) {
  note("start", job.task, " on " + job.nodes.text());
}

void History::ended(const LiveJob& job, Seconds start, Seconds end, FinalState state) {
  note("end", job.task, std::string(" ") + text_of(state));
  charge(job, start, end);
}

void History::cut_short(const LiveJob& job, Seconds now, const char* why) {
  note("cut", job.task, std::string(" ") + why);
  charge(job, job.start, now);
}

void History::dropped(const LiveJob& job, Seconds) { note("drop", job.task); }

void History::node_down(int node, Seconds) { round_.events.push_back("down " + std::to_string(node)); }

void History::node_up(int node, Seconds) { round_.events.push_back("up " + std::to_string(node)); }

void History::decided(const Decision& decision, const Book&, Seconds) {
  if (decision.wake < never)
    round_.events.push_back("wake " + shortest(decision.wake));
}

void History::charge(const LiveJob& job, Seconds from, Seconds to) {
  used_[owner_of(job)] += (to - from) * job.queued.size;
}

void History::round_is_over(const Book& book, Seconds now) {
  round_.date = now;
  rounds_.push_back(std::exchange(round_, {}));
  if (followed_ != nullptr && rounds_.size() <= followed_->rounds.size())
    check(rounds_.back(), book);
}

void History::check(const SnapshotRound& made, const Book& book) const {
  const auto& recorded = followed_->rounds[rounds_.size() - 1];
  const auto fail = [&](const std::string& differs) {
    throw InputError("the way to the snapshot is another one at t=" + shortest(made.date) + " s: " + differs +
                     "; valid: the policies, and the Malha, that wrote it");
  };
  if (made.date != recorded.date)
    fail("the snapshot has its round at t=" + shortest(recorded.date) + " s");
  if (made.events != recorded.events)
    fail(in_words(made.events) + ", and the snapshot has " + in_words(recorded.events));
  if (rounds_.size() < followed_->rounds.size())
    return;
  const Snapshot now = snapshot(book, followed_->date);
  const std::string differs = !are_same(now.running, followed_->running)   ? "running"
                              : !are_same(now.waiting, followed_->waiting) ? "waiting"
                              : !(now.down == followed_->down)             ? "down"
                              : now.used != followed_->used                ? "used"
                                                                           : "";
  if (!differs.empty())
    throw InputError("'" + differs +
                     "' of the snapshot is not what its history leads to; valid: a snapshot "
                     "as the run wrote it");
}

void History::check_all_followed() const {
  if (followed_ != nullptr && rounds_.size() < followed_->rounds.size())
    throw InputError("the run is over before the snapshot, whose history goes on at t=" +
                     shortest(followed_->rounds[rounds_.size()].date) +
                     " s; valid: the policies, and the Malha, that wrote it");
}

/// The date at which a running job ends, as the model plans it.
Seconds History::end_of(const LiveJob& job, const Book& book) const {
  const TaskRun run = book.task_run(job);
  return !extends_ && run.time > job.limit_of_attempt() ? job.start + job.limit_of_attempt() : run.end;
}

Snapshot History::snapshot(const Book& book, Seconds date) const {
  Snapshot made;
  made.date = date;
  made.down = book.nodes().down();
  made.used = used_;
  for (const auto& release : book.running().releases()) {
    const LiveJob& job = book[release.handle];
    made.running.push_back(job_of(job));
    auto& running = made.running.back();
    running.resources = job.nodes;
    running.started = job.start;
    running.ends = end_of(job, book);
    made.used[owner_of(job)] += (date - job.start) * job.queued.size;
  }
  std::vector<QueuedJob> waiting(book.queue().jobs().begin(), book.queue().jobs().end());
  const auto in_queue = static_cast<std::ptrdiff_t>(waiting.size());
  const auto& held_back = book.held_back().jobs();
  waiting.insert(waiting.end(), held_back.begin(), held_back.end());
  std::inplace_merge(waiting.begin(), waiting.begin() + in_queue, waiting.end(), comes_before);
  for (const auto& job : waiting)
    made.waiting.push_back(job_of(book[job.handle]));
  const auto& machines = book.nodes().machines();
  for (int machine = 0; machine < machines.count(); ++machine)
    made.hosts.insert(made.hosts.end(), static_cast<std::size_t>(machines[machine].cpus),
                      machines.name(machine));
  made.rounds = rounds_;
  return made;
}

} // namespace malha::cluster
