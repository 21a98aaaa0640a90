// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

/// A pool of owned machines that is slow and plain, to compare others with. It shares no code with them.
///
/// Dates. Every date is a double, and dates are compared exactly.
///   - The k-th decision (k = 0, 1, 2 …) is at phase + k * period: the first one is at `phase`.
///   - The k-th negotiation is at (phase + k * period) + offset: it follows the k-th decision.
///   - A task is visible, and so ready, at submitted + submission_delay.
///   - A task that starts at s on a machine ends at s + (work - kept) / speed.
///   - A crash is detected at down + detection_delay.
///   - A machine that is told at s to save an image is free, and the task ready, at s + checkpoint_cost.
/// At one date things happen in this order: tasks end and images are saved; tasks become visible; machines go
/// down or come back; crashes are detected; the decision; the negotiation. A task of no length that starts in
/// a negotiation ends in a second round at that date, which has neither decision nor negotiation.
///
/// Users. The pool knows of each user
///   - his share: the machines that he owns. `dead` says how many are left of it while machines are down;
///   - his active tasks: those that run, as far as the pool knows;
///   - his reserved machines: those that are kept for him, and on which his task has not started yet;
///   - his ready tasks.
/// f = share - active - reserved. i = ready - reserved: the ready tasks for which no machine is kept.
///
/// The decision (`preemption` osep) preempts one task after the other. It stops when
///   - it has preempted `maxt` tasks (0: no limit); or
///   - no user has f > 0 and i > 0; or
///   - `free_first` is on, and the free machines are enough for all of these users: the sum of their
///     min(f, i) is at most the number of free machines that are kept for nobody; or
///   - no user has f < 0.
/// Otherwise the receiver is the user with the greatest f among those with f > 0 and i > 0. (With `max_over`
/// all it is the user with the greatest f of all; if he has f <= 0 or i <= 0, the decision stops.) Ties: the
/// earliest first submission, then the lowest number. The loser is the user with the least f. Ties: the
/// lowest number. The victim is the loser's active task of the least executed time. Ties: the highest task
/// number. The victim stops, and its machine is kept for the receiver. Without checkpoints it is ready at
/// once.
///
/// The negotiation first goes through the free machines that are kept for somebody, in order of machines:
/// each gets its user's first ready task. Then it goes through the other free machines, in order of machines.
/// For each it chooses a user among those with i > 0, and starts his first ready task. Ready tasks are in
/// order of their numbers, so a preempted task keeps its place. It chooses
///   - owner_share: the user with the greatest f;
///   - fair_share: the user with the least key;
///   - hybrid: the user with the greatest f if that is above 0, otherwise the user with the least key.
/// Ties: the earliest first submission, then the lowest number. Each start changes f, i and the keys before
/// the next machine is looked at.
///
/// Keys, where A is the number of active tasks, and h the half-life:
///   - product: (usage + 1) * (A + 1);
///   - usage: usage alone;
///   - condor: max(0.5, priority) * (A + 1).
/// Usage is 0 and priority 0.5 at date 0. While A stays the same for d seconds, they become
///   usage * 0.5^(d / h) + (1 - 0.5^(d / h)) * A * h / ln 2   and
///   priority * 0.5^(d / h) + (1 - 0.5^(d / h)) * A.
/// The first is the integral of A, in which each second counts half after h; the second is HTCondor's
/// average. A step ends where an active task of the user starts or stops, and nowhere else: what a key is
/// does not depend on how often somebody looks at it.
///
/// Executed time of a task that runs: the seconds kept in its image, and those since its present start. With
/// `checkpoint`, a preempted task keeps its work and these seconds in an image, and goes on with them on any
/// machine. Otherwise it starts from zero. Its machine is busy with the image for checkpoint_cost seconds,
/// and kept for the receiver all the time. The task is ready when the image is there.
///
/// Crashes. A task on a machine that goes down loses what it has done since its last image. Images survive,
/// but not one that the machine is just saving. Until the crash is known, the pool treats the machine as
/// before: its task is active and may be preempted, which keeps nothing; if it seems free it gets a task,
/// which is lost too and is no attempt. When the crash is detected, the task is ready again, the machine is
/// kept for nobody, and its owner has it no more. A machine that comes back is free at once. If its crash was
/// not known, it becomes known at this date. With `dead` owner, the share is the number of the user's own
/// machines that are up. With `dead` all, the owned machines that are up are divided in proportion to the
/// shares at the start, and what is left over goes to the largest remainders. Ties: the lowest number.
///
/// What it finds. In the means over the phases 0, 2 … 18, every one of the 339 values of model_column.csv.
namespace malha::testing::reference_pool {

constexpr double never = std::numeric_limits<double>::infinity();

struct Machine {
  double speed;                     ///< flop/s
  std::optional<std::size_t> owner; ///< a user
};

/// Tasks are numbered in the order in which they are given.
struct Task {
  std::size_t user;
  double work;      ///< flop
  double submitted; ///< s
};

/// The machine is down in [down, up). The crashes of one machine do not touch each other.
struct Crash {
  std::size_t machine;
  double down;
  double up; ///< or never
};

enum class Preemption { none, osep };
enum class Negotiation { owner_share, fair_share, hybrid };
enum class Key { product, condor, usage };
enum class MaxOver { owed, all };
enum class Dead { owner, all };

struct Input {
  std::vector<Machine> machines;
  std::size_t users = 0;
  std::vector<Task> tasks;
  std::vector<Crash> crashes;
  double period = 20;
  double phase = 0;
  double offset = 10;
  double submission_delay = 10;
  double detection_delay = 0;
  bool checkpoint = false;
  double checkpoint_cost = 0;
  Preemption preemption = Preemption::osep;
  std::size_t maxt = 0; ///< 0: no limit
  MaxOver max_over = MaxOver::owed;
  bool free_first = true;
  Negotiation negotiation = Negotiation::owner_share;
  Key key = Key::product;   ///< of fair_share and hybrid
  double half_life = 86400; ///< s
  Dead dead = Dead::owner;
};

enum class Outcome { completed, preempted, suspended, failed };

/// A preempted attempt is lost, a suspended one is kept in an image, a failed one ended in a crash.
struct Attempt {
  std::size_t task;
  std::size_t machine;
  double start;
  double end;          ///< of the machine's work for it: an image is saved until then
  double active_until; ///< until it was told to stop, or its end
  Outcome outcome;
};

struct TaskDates {
  double first_start; ///< of its first attempt
  double start;       ///< of the attempt that ended it
  double end;
};

/// Some decision stopped a task, and keeps its machine for a user.
struct Stop {
  double date;
  std::size_t task;
  std::size_t machine;
  std::size_t kept_for;
};

/// Some negotiation started a task. One that it started on a dead machine is here, but is no attempt.
struct Start {
  double date;
  std::size_t task;
  std::size_t machine;
};

struct Output {
  std::vector<TaskDates> tasks;  ///< by task
  std::vector<Attempt> attempts; ///< in the order in which they started
  std::vector<Stop> stops;       ///< in the order of the decisions
  std::vector<Start> starts;     ///< in the order of the negotiations
};

/// Runs until every task has ended. Throws std::invalid_argument for an input that makes no sense, and
/// std::logic_error when tasks are left and no machine will ever be up again.
Output simulate(const Input& input);

} // namespace malha::testing::reference_pool
