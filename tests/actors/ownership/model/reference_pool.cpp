// SPDX-License-Identifier: MIT
#include "reference_pool.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace malha::testing::reference_pool {
namespace {

void require(bool holds, const char* what) {
  if (!holds)
    throw std::invalid_argument(what);
}

void check(const Input& input) {
  require(input.period > 0, "the period is not positive");
  require(input.phase >= 0 && input.phase < input.period, "the phase is outside [0, period)");
  require(input.offset >= 0 && input.offset < input.period, "the offset is outside [0, period)");
  require(input.submission_delay >= 0 && input.detection_delay >= 0, "a delay is negative");
  require(input.checkpoint_cost >= 0, "the cost of a checkpoint is negative");
  require(input.half_life > 0, "the half-life is not positive");
  for (const Machine& machine : input.machines)
    require(machine.speed > 0 && machine.owner.value_or(0) < std::max<std::size_t>(input.users, 1),
            "a machine has no speed, or an owner who does not exist");
  for (const Task& task : input.tasks)
    require(task.user < input.users && task.work >= 0 && task.submitted >= 0, "a task makes no sense");
  for (std::size_t a = 0; a < input.crashes.size(); ++a) {
    const Crash& one = input.crashes[a];
    require(one.machine < input.machines.size() && one.down >= 0 && one.down < one.up,
            "a crash makes no sense");
    for (std::size_t b = 0; b < a; ++b) {
      const Crash& other = input.crashes[b];
      require(one.machine != other.machine || one.up < other.down || other.up < one.down,
              "two crashes of a machine touch");
    }
  }
}

class Simulation {
public:
  explicit Simulation(const Input& input)
      : in_(input), tasks_(input.tasks.size()), machines_(input.machines.size()), users_(input.users) {
    out_.tasks.resize(input.tasks.size());
    for (const Task& task : input.tasks)
      users_[task.user].first_submission = std::min(users_[task.user].first_submission, task.submitted);
  }

  Output run() {
    while (!have_all_ended()) {
      if (!is_any_machine_left())
        throw std::logic_error("tasks are left, and no machine is");
      now_ = next_date();
      end_tasks();
      show_tasks();
      switch_machines();
      detect_crashes();
      if (decision_date() == now_) {
        if (in_.preemption == Preemption::osep)
          decide();
        ++decisions_;
      }
      if (negotiation_date() == now_) {
        negotiate();
        ++negotiations_;
      }
    }
    return out_;
  }

private:
  enum class State { unseen, ready, active, stopping, ended };
  struct TaskState {
    State state = State::unseen;
    double kept_work = 0;    ///< flop, in its image
    double kept_seconds = 0; ///< that made this work
  };
  struct MachineState {
    bool is_alive = true;
    bool is_known_up = true;
    double detection = never;            ///< of a crash that is not known yet
    std::optional<std::size_t> task;     ///< that runs here, as far as the pool knows
    double start = 0;                    ///< of this task
    std::optional<std::size_t> attempt;  ///< the position of what really runs here
    double end = never;                  ///< of this attempt
    std::optional<std::size_t> stopping; ///< the task whose image the pool waits for
    double stopped = 0;                  ///< when it was told to stop
    double saved = never;                ///< when the image is there
    std::optional<std::size_t> kept_for;
  };
  struct UserState {
    double first_submission = never;
    double usage = 0;
    double priority = 0.5;
    double since = 0; ///< when the two were brought up to date
  };
  using User = std::optional<std::size_t>;

  // Dates

  double decision_date() const { return in_.phase + decisions_ * in_.period; }
  double negotiation_date() const { return in_.phase + negotiations_ * in_.period + in_.offset; }
  double visible_date(std::size_t task) const { return in_.tasks[task].submitted + in_.submission_delay; }

  double next_date() const {
    double next = std::min(decision_date(), negotiation_date());
    for (std::size_t task = 0; task < tasks_.size(); ++task)
      if (tasks_[task].state == State::unseen)
        next = std::min(next, visible_date(task));
    for (const MachineState& machine : machines_)
      next = std::min({next, machine.end, machine.saved, machine.detection});
    for (const Crash& crash : in_.crashes)
      for (const double date : {crash.down, crash.up})
        if (date > now_)
          next = std::min(next, date);
    return next;
  }

  bool have_all_ended() const {
    return std::all_of(tasks_.begin(), tasks_.end(),
                       [](const TaskState& task) { return task.state == State::ended; });
  }

  bool is_any_machine_left() const {
    for (const Crash& crash : in_.crashes)
      if (crash.up > now_ && crash.up < never)
        return true;
    return std::any_of(machines_.begin(), machines_.end(),
                       [](const MachineState& machine) { return machine.is_alive; });
  }

  // What the pool knows

  bool is_free(const MachineState& machine) const {
    return machine.is_known_up && !machine.task && !machine.stopping;
  }

  int free_for_anybody() const {
    int count = 0;
    for (const MachineState& machine : machines_)
      count += is_free(machine) && !machine.kept_for;
    return count;
  }

  int owned(std::size_t user) const {
    int count = 0;
    for (const Machine& machine : in_.machines)
      count += machine.owner == user;
    return count;
  }

  int owned_and_up(std::size_t user) const {
    int count = 0;
    for (std::size_t machine = 0; machine < machines_.size(); ++machine)
      count += in_.machines[machine].owner == user && machines_[machine].is_known_up;
    return count;
  }

  int share(std::size_t user) const {
    return in_.dead == Dead::owner ? owned_and_up(user) : proportional_shares()[user];
  }

  std::vector<int> proportional_shares() const {
    long all = 0, up = 0;
    for (std::size_t user = 0; user < users_.size(); ++user) {
      all += owned(user);
      up += owned_and_up(user);
    }
    std::vector<int> shares(users_.size(), 0);
    std::vector<long> remainders(users_.size(), 0);
    long left = up;
    for (std::size_t user = 0; all > 0 && user < users_.size(); ++user) {
      shares[user] = static_cast<int>(owned(user) * up / all);
      remainders[user] = owned(user) * up % all;
      left -= shares[user];
    }
    for (; left > 0; --left) {
      const auto largest = std::max_element(remainders.begin(), remainders.end()); // the first of equal ones
      ++shares[static_cast<std::size_t>(largest - remainders.begin())];
      *largest = -1;
    }
    return shares;
  }

  int active(std::size_t user) const {
    int count = 0;
    for (const MachineState& machine : machines_)
      count += machine.task && in_.tasks[*machine.task].user == user;
    return count;
  }

  int reserved(std::size_t user) const {
    int count = 0;
    for (const MachineState& machine : machines_)
      count += machine.kept_for == user;
    return count;
  }

  int ready(std::size_t user) const {
    int count = 0;
    for (std::size_t task = 0; task < tasks_.size(); ++task)
      count += in_.tasks[task].user == user && tasks_[task].state == State::ready;
    return count;
  }

  /// f
  int owed(std::size_t user) const { return share(user) - active(user) - reserved(user); }
  /// i
  int unmet(std::size_t user) const { return ready(user) - reserved(user); }

  /// Ties of receivers: true if `a` goes first.
  bool came_before(std::size_t a, std::size_t b) const {
    const double first = users_[a].first_submission, second = users_[b].first_submission;
    return first != second ? first < second : a < b;
  }

  // Usage

  double decay(std::size_t user) const { return std::pow(0.5, (now_ - users_[user].since) / in_.half_life); }

  double usage(std::size_t user) const {
    return users_[user].usage * decay(user) +
           active(user) * (1 - decay(user)) * in_.half_life / std::log(2.0);
  }

  double priority(std::size_t user) const {
    return users_[user].priority * decay(user) + (1 - decay(user)) * active(user);
  }

  double key(std::size_t user) const {
    if (in_.key == Key::product)
      return (usage(user) + 1) * (active(user) + 1);
    if (in_.key == Key::condor)
      return std::max(0.5, priority(user)) * (active(user) + 1);
    return usage(user);
  }

  /// The only place where a user's number of active tasks changes.
  void set_task(MachineState& machine, std::optional<std::size_t> task) {
    const std::size_t user = in_.tasks[task ? *task : *machine.task].user;
    const double its_usage = usage(user), its_priority = priority(user);
    users_[user].usage = its_usage;
    users_[user].priority = its_priority;
    users_[user].since = now_;
    machine.task = task;
  }

  // What happens

  void end_attempt(MachineState& machine, Outcome outcome) {
    Attempt& attempt = out_.attempts[*machine.attempt];
    attempt.end = now_;
    attempt.active_until = machine.stopping ? machine.stopped : now_;
    attempt.outcome = outcome;
    machine.attempt.reset();
    machine.end = never;
  }

  void end_tasks() {
    for (MachineState& machine : machines_) {
      if (machine.end == now_) {
        const std::size_t task = *machine.task;
        tasks_[task].state = State::ended;
        out_.tasks[task].start = machine.start;
        out_.tasks[task].end = now_;
        end_attempt(machine, Outcome::completed);
        set_task(machine, std::nullopt);
      }
      if (machine.saved == now_)
        keep_image(machine, static_cast<std::size_t>(&machine - machines_.data()));
    }
  }

  void keep_image(MachineState& machine, std::size_t number) {
    TaskState& task = tasks_[*machine.stopping];
    task.state = State::ready;
    task.kept_work += (machine.stopped - machine.start) * in_.machines[number].speed;
    task.kept_seconds += machine.stopped - machine.start;
    end_attempt(machine, Outcome::suspended);
    machine.stopping.reset();
    machine.saved = never;
  }

  void show_tasks() {
    for (std::size_t task = 0; task < tasks_.size(); ++task)
      if (tasks_[task].state == State::unseen && visible_date(task) == now_)
        tasks_[task].state = State::ready;
  }

  void switch_machines() {
    for (const Crash& crash : in_.crashes) {
      MachineState& machine = machines_[crash.machine];
      if (crash.down == now_ && machine.is_alive)
        go_down(machine);
      if (crash.up == now_) {
        learn_of_crash(machine);
        machine.is_alive = true;
        machine.is_known_up = true;
      }
    }
  }

  void go_down(MachineState& machine) {
    machine.is_alive = false;
    machine.detection = now_ + in_.detection_delay;
    if (machine.attempt)
      end_attempt(machine, Outcome::failed);
    machine.saved = never;
  }

  void detect_crashes() {
    for (MachineState& machine : machines_)
      if (machine.detection == now_)
        learn_of_crash(machine);
  }

  void learn_of_crash(MachineState& machine) {
    machine.detection = never;
    machine.is_known_up = false;
    machine.kept_for.reset();
    if (machine.stopping)
      tasks_[*machine.stopping].state = State::ready;
    machine.stopping.reset();
    if (machine.task) {
      tasks_[*machine.task].state = State::ready;
      set_task(machine, std::nullopt);
    }
  }

  // The decision

  void decide() {
    for (std::size_t stopped = 0; in_.maxt == 0 || stopped < in_.maxt; ++stopped) {
      if (in_.free_first && owed_to_all() <= free_for_anybody())
        return;
      const User receiver = most_owed();
      const User loser = greatest_excess();
      if (!receiver || !loser)
        return;
      stop(victim(*loser), *receiver);
    }
  }

  int owed_to_all() const {
    int sum = 0;
    for (std::size_t user = 0; user < users_.size(); ++user)
      if (owed(user) > 0 && unmet(user) > 0)
        sum += std::min(owed(user), unmet(user));
    return sum;
  }

  User most_owed() const {
    User best;
    for (std::size_t user = 0; user < users_.size(); ++user)
      if (in_.max_over == MaxOver::all || (owed(user) > 0 && unmet(user) > 0))
        if (!best || owed(user) > owed(*best) || (owed(user) == owed(*best) && came_before(user, *best)))
          best = user;
    return best && owed(*best) > 0 && unmet(*best) > 0 ? best : std::nullopt;
  }

  User greatest_excess() const {
    User best;
    for (std::size_t user = 0; user < users_.size(); ++user)
      if (owed(user) < 0 && active(user) > 0 && (!best || owed(user) < owed(*best)))
        best = user;
    return best;
  }

  double executed(const MachineState& machine) const {
    return tasks_[*machine.task].kept_seconds + (now_ - machine.start);
  }

  /// The machine of the task that stops.
  std::size_t victim(std::size_t loser) const {
    std::optional<std::size_t> best;
    for (std::size_t machine = 0; machine < machines_.size(); ++machine) {
      const MachineState& its = machines_[machine];
      if (!its.task || in_.tasks[*its.task].user != loser)
        continue;
      if (!best || executed(its) < executed(machines_[*best]) ||
          (executed(its) == executed(machines_[*best]) && *its.task > *machines_[*best].task))
        best = machine;
    }
    return *best;
  }

  void stop(std::size_t number, std::size_t receiver) {
    MachineState& machine = machines_[number];
    TaskState& task = tasks_[*machine.task];
    out_.stops.push_back({now_, *machine.task, number, receiver});
    task.state = in_.checkpoint ? State::stopping : State::ready;
    if (in_.checkpoint) {
      machine.stopping = machine.task;
      machine.stopped = now_;
    }
    set_task(machine, std::nullopt);
    if (machine.attempt && !in_.checkpoint)
      end_attempt(machine, Outcome::preempted);
    else if (machine.attempt && in_.checkpoint_cost > 0)
      machine.saved = now_ + in_.checkpoint_cost;
    else if (machine.attempt)
      keep_image(machine, number);
    machine.end = never;
    machine.kept_for = receiver;
  }

  // The negotiation

  void negotiate() {
    for (std::size_t machine = 0; machine < machines_.size(); ++machine)
      if (const User user = machines_[machine].kept_for; user && is_free(machines_[machine])) {
        machines_[machine].kept_for.reset();
        start(first_ready(*user), machine);
      }
    for (std::size_t machine = 0; machine < machines_.size(); ++machine)
      if (is_free(machines_[machine]))
        if (const User user = next_user())
          start(first_ready(*user), machine);
  }

  User next_user() const {
    User most_owed, least_key;
    for (std::size_t user = 0; user < users_.size(); ++user)
      if (unmet(user) > 0) {
        if (!most_owed || owed(user) > owed(*most_owed) ||
            (owed(user) == owed(*most_owed) && came_before(user, *most_owed)))
          most_owed = user;
        if (!least_key || key(user) < key(*least_key) ||
            (key(user) == key(*least_key) && came_before(user, *least_key)))
          least_key = user;
      }
    if (in_.negotiation == Negotiation::owner_share ||
        (in_.negotiation == Negotiation::hybrid && most_owed && owed(*most_owed) > 0))
      return most_owed;
    return least_key;
  }

  std::size_t first_ready(std::size_t user) const {
    for (std::size_t task = 0; task < tasks_.size(); ++task)
      if (in_.tasks[task].user == user && tasks_[task].state == State::ready)
        return task;
    throw std::logic_error("a machine is kept for a user without a ready task");
  }

  void start(std::size_t task, std::size_t number) {
    MachineState& machine = machines_[number];
    out_.starts.push_back({now_, task, number});
    set_task(machine, task);
    tasks_[task].state = State::active;
    machine.start = now_;
    if (!machine.is_alive)
      return;
    const bool is_first = std::none_of(out_.attempts.begin(), out_.attempts.end(),
                                       [task](const Attempt& attempt) { return attempt.task == task; });
    if (is_first)
      out_.tasks[task].first_start = now_;
    machine.attempt = out_.attempts.size();
    out_.attempts.push_back({task, number, now_, never, never, Outcome::completed});
    const double work = std::max(0.0, in_.tasks[task].work - tasks_[task].kept_work);
    machine.end = now_ + work / in_.machines[number].speed;
  }

  const Input& in_;
  Output out_;
  double now_ = -1;
  double decisions_ = 0;    ///< so many have been
  double negotiations_ = 0; ///< so many have been
  std::vector<TaskState> tasks_;
  std::vector<MachineState> machines_;
  std::vector<UserState> users_;
};

} // namespace

Output simulate(const Input& input) {
  check(input);
  return Simulation(input).run();
}

} // namespace malha::testing::reference_pool
