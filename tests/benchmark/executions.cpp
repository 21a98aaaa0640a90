// SPDX-License-Identifier: MIT
// Computations, alone and asked for by messages. Both sides do as Malha's actors do: start, sleep to a date
// known to be after the end, then ask when it was. By hand:
// Exec::init()->set_flops_amount()->set_host()->start(). Ours: Executions, which keeps a book of what runs so
// that records can be written in the order of their dates.
#include "policies/sdk/numbers.hpp"
#include "sides.hpp"

#include <simgrid/s4u.hpp>

namespace malha::overhead {
namespace {

namespace s4u = simgrid::s4u;

constexpr int workers = 100;

/// Workers differ, so that they do not all wake at one date; the hosts compute 1e9 flop/s.
Task task_of(int worker, std::int64_t round) {
  Task task;
  task.id = round * workers + worker;
  task.work = 1e9 * (1 + 0.01 * worker);
  return task;
}

void sleep_past_end(const Task& task) { s4u::this_actor::sleep_for(1.5 * task.work / 1e9); }

JobRow compute(ActorContext& context, const Task& task) {
  const auto execution = context.simulation().executions().start(context.host(), task.work);
  sleep_past_end(task);
  return {task,
          "bag_of_tasks",
          "bag_of_tasks",
          "",
          "",
          std::nullopt,
          execution->start(),
          execution->end().value(),
          IndexSet(0, 1)};
}

/// Of one task at each worker.
std::int64_t rounds_of(std::int64_t tasks) { return (tasks + workers - 1) / workers; }
std::int64_t rounds = 0; // of the one simulation of the process

struct Interval {
  Seconds start, end;
};

Interval compute_by_hand(s4u::Host* host, const Task& task) {
  const auto exec = s4u::Exec::init()->set_flops_amount(task.work)->set_host(host);
  exec->start();
  const Seconds start = s4u::Engine::get_clock();
  sleep_past_end(task);
  return {start, exec->get_finish_time()};
}

// Each of the workers computes its tasks one after the other. Recorded: ours gives each to the recorder, by
// hand each is a line of five numbers in a file.

bool recorded = false; // of the one simulation of the process

class OurComputer : public Actor {
public:
  explicit OurComputer(ActorContext& context)
      : context_(context), number_(number_in(context.host()->get_name())) {}
  void run() override {
    if (!context_.self().descriptor->runs.empty())
      job_ = context_.simulation().take_job();
    auto& recorder = context_.simulation().recorder();
    for (std::int64_t round = 0; round < rounds; ++round) {
      auto row = compute(context_, task_of(number_, round));
      if (recorded)
        recorder.finished(std::move(row));
    }
    if (job_ && !recorded)
      recorder.finished(only_row(*job_));
  }

private:
  static int number_in(const std::string& host) { return std::stoi(host.substr(host.find('-') + 1)); }

  ActorContext& context_;
  int number_;
  std::optional<Job> job_;
};

Measured our_computers(std::int64_t tasks, bool with_records) {
  rounds = rounds_of(tasks);
  recorded = with_records;
  OurSide side(workers, recorded ? rounds * workers : 1);
  side.place<OurComputer>("overhead/first_computer", "host-0", true);
  side.place<OurComputer>("overhead/computer", "host-[1-9]*");
  return side.run();
}

Measured computers_by_hand(std::int64_t tasks, bool with_records) {
  rounds = rounds_of(tasks);
  HandSide side(workers);
  const testing::TemporaryFolder folder;
  std::ofstream rows(folder / "rows.csv");
  for (int worker = 0; worker < workers; ++worker)
    side.actor(worker, [&, worker] {
      auto* host = s4u::this_actor::get_host();
      for (std::int64_t round = 0; round < rounds; ++round) {
        const Task task = task_of(worker, round);
        const auto ran = compute_by_hand(host, task);
        if (with_records)
          rows << task.id << ',' << worker << ',' << shortest(task.work) << ',' << shortest(ran.start) << ','
               << shortest(ran.end) << '\n';
      }
    });
  return side.run();
}

// A master keeps one task at each worker; a worker, a permanent receiver, computes it and answers.

struct Work {
  static constexpr const char* kind = "work";
  Task task;
  Bytes size() const { return 1000; }
};
struct Stop {
  static constexpr const char* kind = "stop";
  Bytes size() const { return 1; }
};
using WorkerMessage = std::variant<Work, Stop>;

struct Answer {
  static constexpr const char* kind = "answer";
  int worker;
  Seconds start, end;
  Bytes size() const { return 25; }
};
struct Refusal { // never sent: as Malha's actors, the master can receive more kinds than one
  static constexpr const char* kind = "refusal";
  Bytes size() const { return 1; }
};
using MasterMessage = std::variant<Answer, Refusal>;

/// What the master does, on both sides.
template <class Send, class Receive>
void hand_out(const Send& send, const Receive& receive) {
  std::vector<std::int64_t> next(workers, 0);
  for (int worker = 0; worker < workers; ++worker)
    send(worker, task_of(worker, next[static_cast<std::size_t>(worker)]++));
  for (std::int64_t answers = 0; answers < rounds * workers; ++answers) {
    const int worker = receive();
    if (auto& round = next[static_cast<std::size_t>(worker)]; round < rounds)
      send(worker, task_of(worker, round++));
  }
}

class OurMaster : public Actor {
public:
  explicit OurMaster(ActorContext& context) : context_(context), inbox_(context, Reception::permanent) {
    for (const auto& worker : context.simulation().peers("overhead/worker"))
      workers_.emplace_back(context, worker);
  }
  void run() override {
    const Job job = context_.simulation().take_job();
    inbox_.open();
    hand_out(
        [this](int worker, const Task& task) { workers_[static_cast<std::size_t>(worker)].send(Work{task}); },
        [this] { return std::get<Answer>(inbox_.receive()).worker; });
    for (const auto& worker : workers_)
      worker.send(Stop{});
    context_.simulation().recorder().finished(only_row(job));
  }

private:
  ActorContext& context_;
  Inbox<MasterMessage> inbox_;
  std::vector<Address<WorkerMessage>> workers_;
};

class OurWorker : public Actor {
public:
  explicit OurWorker(ActorContext& context)
      : context_(context), inbox_(context, Reception::permanent),
        master_(context, context.simulation().entry()) {}
  void run() override {
    inbox_.open();
    for (auto message = inbox_.receive(); const auto* work = std::get_if<Work>(&message);
         message = inbox_.receive()) {
      const auto row = compute(context_, work->task);
      master_.send(Answer{static_cast<int>(work->task.id % workers), row.start, row.finish});
    }
  }

private:
  ActorContext& context_;
  Inbox<WorkerMessage> inbox_;
  Address<MasterMessage> master_;
};

Measured our_master_and_workers(std::int64_t tasks) {
  rounds = rounds_of(tasks);
  OurSide side(workers + 1, 1);
  side.place<OurMaster>("overhead/master", "host-0", true);
  side.place<OurWorker>("overhead/worker", "host-[1-9]*");
  return side.run();
}

Measured master_and_workers_by_hand(std::int64_t tasks) {
  rounds = rounds_of(tasks);
  HandSide side(workers + 1);
  side.actor(0, [] {
    auto* inbox = s4u::Mailbox::by_name("master");
    inbox->set_receiver(s4u::Actor::self());
    std::vector<s4u::Mailbox*> outboxes;
    for (int worker = 0; worker < workers; ++worker)
      outboxes.push_back(s4u::Mailbox::by_name("worker-" + std::to_string(worker)));
    hand_out([&](int worker,
                 const Task& task) { put(outboxes[static_cast<std::size_t>(worker)], new Work{task}); },
             [&] { return get<Answer>(inbox).worker; });
    for (auto* outbox : outboxes)
      put(outbox, new Work{}, Stop().size()); // no work: the end
  });
  for (int worker = 0; worker < workers; ++worker)
    side.actor(worker + 1, [worker] {
      auto* inbox = s4u::Mailbox::by_name("worker-" + std::to_string(worker));
      auto* outbox = s4u::Mailbox::by_name("master");
      inbox->set_receiver(s4u::Actor::self());
      auto* host = s4u::this_actor::get_host();
      for (Work work = get<Work>(inbox); work.task.work > 0; work = get<Work>(inbox)) {
        const auto ran = compute_by_hand(host, work.task);
        put(outbox, new Answer{worker, ran.start, ran.end});
      }
    });
  return side.run();
}

Pattern computers(const std::string& name, bool with_records) {
  return {"executions/" + name, [=](std::int64_t tasks) { return our_computers(tasks, with_records); },
          [=](std::int64_t tasks) { return computers_by_hand(tasks, with_records); }};
}

} // namespace

std::vector<Pattern> execution_patterns() {
  return {computers("alone", false),
          computers("recorded", true),
          {"executions/by_messages", our_master_and_workers, master_and_workers_by_hand}};
}

} // namespace malha::overhead
