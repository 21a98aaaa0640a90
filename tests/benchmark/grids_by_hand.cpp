// SPDX-License-Identifier: MIT
#include "grids_by_hand.hpp"

#include "actors/runtime/simgrid/engine.hpp"
#include "actors/runtime/simgrid/versions.hpp"
#include "sides.hpp"

#include <simgrid/s4u.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <unordered_set>

namespace malha::overhead {
namespace {

namespace s4u = simgrid::s4u;

constexpr Bytes submission = 1024, last_submission = 1; ///< messages of workload/submitter

s4u::Mailbox* own_mailbox(const std::string& name) {
  auto* mailbox = s4u::Mailbox::by_name(name);
  mailbox->set_receiver(s4u::Actor::self());
  return mailbox;
}

/// The platform and the bag of a plan. Never destroyed, as a simulation of the program.
class HandGrid {
public:
  explicit HandGrid(const SimulationPlan& plan)
      : random_(plan.seed), engine_(make_engine(plan.simgrid_options).release()),
        grid_(plan.platform, random_, *engine_),
        source_(plan.workload.generator->make(
            {plan.workload.parameters, random_, plan.workload.file, workers().front()->get_speed()})) {}

  s4u::Host* master() const { return grid_.select("@role=master").front(); }
  std::vector<s4u::Host*> workers() const { return grid_.select("@role=worker"); }

  /// Before the run it is empty.
  const std::vector<Task>& tasks() const { return bag_.tasks; }
  void draw_bag() { bag_ = source_->next().value(); }

  GridRun run(double began) {
    const double built = processor_seconds();
    engine_->run();
    return {built - began, processor_seconds() - built, s4u::Engine::get_clock(),
            static_cast<double>(tasks().size()), peak_mib()};
  }

private:
  RandomStreams random_;
  s4u::Engine* engine_;
  Grid grid_;
  std::unique_ptr<JobSource> source_;
  Job bag_;
};

// Push: a master and its workers.

struct ToMaster {
  enum Kind { bag, last, result } kind;
  std::size_t worker;
};
struct ToWorker {
  Flops work;
};

std::string worker_name(std::size_t worker) { return "worker-" + std::to_string(worker); }

template <class Message>
void submit(HandGrid& grid, const std::string& to, const Message& bag, const Message& last) {
  auto* mailbox = s4u::Mailbox::by_name(to);
  grid.draw_bag();
  put(mailbox, new Message(bag), submission);
  put(mailbox, new Message(last), last_submission);
}

void push(const HandGrid& grid, std::size_t workers) {
  constexpr Bytes task_size = 1024;
  auto* inbox = own_mailbox("master");
  std::vector<s4u::Mailbox*> outboxes;
  for (std::size_t worker = 0; worker < workers; ++worker)
    outboxes.push_back(s4u::Mailbox::by_name(worker_name(worker)));
  std::size_t next = 0, left = 1;
  const auto start = [&](std::size_t worker) {
    if (next < grid.tasks().size())
      put(outboxes[worker], new ToWorker{grid.tasks()[next++].work}, task_size);
  };
  while (left > 0) {
    const auto message = get<ToMaster>(inbox);
    if (message.kind == ToMaster::bag) {
      left = grid.tasks().size();
      for (std::size_t worker = 0; worker < workers; ++worker)
        start(worker);
    } else if (message.kind == ToMaster::result) {
      --left;
      start(message.worker);
    }
  }
}

void work(std::size_t number) {
  constexpr Bytes result_size = 1024;
  auto* inbox = own_mailbox(worker_name(number));
  auto* outbox = s4u::Mailbox::by_name("master");
  const auto speed = s4u::this_actor::get_host()->get_speed();
  while (true) {
    s4u::this_actor::sleep_for(get<ToWorker>(inbox).work / speed);
    put(outbox, new ToMaster{ToMaster::result, number}, result_size);
  }
}

// Pull: a server, the owner of the bag, and resources. The messages are those of actors/tuple_space: a text
// weighs its length, a number 8 B, what is left open 1 B, and every message has a header.

constexpr Bytes header = 16, data = 1024, open = 1, number = 8;
constexpr Bytes ticket_tuple = 6 + number, job_tuple = 3 + 3 * number + data,
                task_tuple = 4 + 3 * number + data, result_tuple = 6 + 2 * number + data,
                trans_tuple = 5 + 3 * number;
constexpr Bytes ask_ticket = header + 6 + open, ask_trans = header + 5 + 2 * open + number,
                ask_own_job = header + 3 + number + 3 * open, ask_jobs = header + 3 + 4 * open,
                ask_task = header + 4 + 2 * number + 2 * open, ask_any_task = header + 4 + 4 * open,
                ask_result = header + 6 + 2 * number + open;
constexpr int classes = 3;

struct ToServer {
  enum Kind {
    look_for_trans,
    take_ticket,
    insert,
    take_result,
    take_trans,
    take_job,
    commit,
    read_jobs,
    take_task,
    abort,
    read_any_task,
    write_result
  } kind;
  std::size_t client;
  std::size_t number = 0; ///< class or task
};
struct ToClient {
  bool found;
  std::size_t number; ///< task
  Flops work;
};
enum class ToOwner { bag, last };

/// As pull/ticket_classes with bounds=equal_width, from 0.
std::vector<std::size_t> classes_of(const std::vector<double>& amounts) {
  const auto [least, greatest] = std::minmax_element(amounts.begin(), amounts.end());
  const double width = *greatest - *least;
  std::vector<std::size_t> all;
  for (const double amount : amounts)
    all.push_back(static_cast<std::size_t>(
        std::min<double>(classes - 1, width > 0 ? std::floor(classes * (amount - *least) / width) : 0)));
  return all;
}

std::string client_name(std::size_t client) { return "client-" + std::to_string(client); }

class Server {
public:
  Server(const HandGrid& grid, std::size_t clients) : grid_(grid), owner_(clients - 1) {
    for (std::size_t client = 0; client < clients; ++client)
      clients_.push_back(s4u::Mailbox::by_name(client_name(client)));
  }

  void run() {
    auto* inbox = own_mailbox("server");
    while (true)
      take(get<ToServer>(inbox));
  }

private:
  void take(const ToServer& message) {
    switch (message.kind) {
    case ToServer::look_for_trans:
      return tell(message.client, {false, 0, 0}, 0);
    case ToServer::take_ticket:
      return tell(message.client, {true, 0, 0}, ticket_tuple);
    case ToServer::insert:
      return insert();
    case ToServer::take_result:
      awaited_ = message.number;
      return tell_result();
    case ToServer::take_trans:
      return tell(message.client, {true, 0, 0}, trans_tuple);
    case ToServer::take_job:
      has_job_ = false;
      return tell(message.client, {true, 0, 0}, job_tuple);
    case ToServer::read_jobs:
      return tell(message.client, {has_job_, 0, 0}, has_job_ ? job_tuple : 0);
    case ToServer::take_task:
      return take_task(message);
    case ToServer::read_any_task:
      return read_any_task(message.client);
    case ToServer::write_result:
      results_.insert(message.number);
      return tell_result();
    case ToServer::commit:
    case ToServer::abort:
      return;
    }
  }

  void tell(std::size_t client, const ToClient& answer, Bytes tuples) {
    put(clients_[client], new ToClient(answer), header + tuples);
  }

  void insert() {
    std::vector<double> works;
    for (const auto& task : grid_.tasks())
      works.push_back(task.work);
    const auto of_tasks = classes_of(works);
    for (std::size_t task = 0; task < works.size(); ++task)
      waiting_[of_tasks[task]].push_back(task);
    has_job_ = true;
    for (const auto client : idle_)
      tell(client, {true, 0, works.front()}, task_tuple);
    idle_.clear();
  }

  void take_task(const ToServer& message) {
    auto& waiting = waiting_[message.number];
    if (waiting.empty())
      return tell(message.client, {false, 0, 0}, 0);
    const auto task = waiting.front();
    waiting.pop_front();
    tell(message.client, {true, task, grid_.tasks()[task].work}, task_tuple);
  }

  void read_any_task(std::size_t client) {
    const auto some =
        std::find_if(waiting_.begin(), waiting_.end(), [](const auto& of) { return !of.empty(); });
    if (some == waiting_.end())
      idle_.push_back(client);
    else
      tell(client, {true, some->front(), 0}, task_tuple);
  }

  void tell_result() {
    const auto result = results_.find(awaited_);
    if (result == results_.end())
      return;
    results_.erase(result);
    tell(owner_, {true, std::exchange(awaited_, nothing), 0}, result_tuple);
  }

  static constexpr std::size_t nothing = ~std::size_t{0};

  const HandGrid& grid_;
  const std::size_t owner_;
  std::vector<s4u::Mailbox*> clients_;
  bool has_job_ = false;
  std::array<std::deque<std::size_t>, classes> waiting_; ///< tasks
  std::unordered_set<std::size_t> results_;              ///< of tasks
  std::size_t awaited_ = nothing;                        ///< by the owner
  std::vector<std::size_t> idle_;                        ///< clients
};

/// The owner of the bag, or a resource.
class HandClient {
public:
  explicit HandClient(std::size_t self)
      : self_(self), inbox_(own_mailbox(client_name(self))), server_(s4u::Mailbox::by_name("server")) {}

  void own(const HandGrid& grid) {
    ask(ToServer::look_for_trans, ask_trans);
    ask(ToServer::take_ticket, ask_ticket);
    const auto tasks = grid.tasks().size();
    tell(ToServer::insert,
         header + ticket_tuple + job_tuple + static_cast<double>(tasks) * task_tuple + trans_tuple);
    for (std::size_t task = 0; task < tasks; ++task)
      ask(ToServer::take_result, ask_result, task);
    ask(ToServer::take_trans, ask_trans);
    ask(ToServer::take_job, ask_own_job);
    tell(ToServer::commit, header);
  }

  void pull(std::size_t own_class) {
    std::vector<std::size_t> order;
    for (std::size_t larger = own_class; larger < classes; ++larger)
      order.push_back(larger);
    for (std::size_t smaller = own_class; smaller-- > 0;)
      order.push_back(smaller);
    const auto speed = s4u::this_actor::get_host()->get_speed();
    while (true) {
      ToClient task = ask(ToServer::read_jobs, ask_jobs);
      if (task.found)
        for (auto next = order.begin(); next == order.begin() || (next != order.end() && !task.found); ++next)
          task = ask(ToServer::take_task, ask_task, *next);
      if (task.found) {
        s4u::this_actor::sleep_for(task.work / speed);
        tell(ToServer::write_result, header + result_tuple, task.number);
      } else {
        tell(ToServer::abort, header);
        ask(ToServer::read_any_task, ask_any_task);
      }
    }
  }

private:
  void tell(ToServer::Kind kind, Bytes size, std::size_t what = 0) {
    put(server_, new ToServer{kind, self_, what}, size);
  }
  ToClient ask(ToServer::Kind kind, Bytes size, std::size_t what = 0) {
    tell(kind, size, what);
    return get<ToClient>(inbox_);
  }

  const std::size_t self_;
  s4u::Mailbox *inbox_, *server_;
};

} // namespace

GridRun push_by_hand(const SimulationPlan& plan) {
  const double began = processor_seconds();
  auto& grid = *new HandGrid(plan);
  const auto workers = grid.workers();
  add_actor("master", grid.master(), [&] { push(grid, workers.size()); });
  for (std::size_t i = 0; i < workers.size(); ++i)
    add_actor(worker_name(i), workers[i], [i] { work(i); })->daemonize();
  add_actor("submitter", grid.master(), [&] {
    submit(grid, "master", ToMaster{ToMaster::bag, 0}, ToMaster{ToMaster::last, 0});
  });
  return grid.run(began);
}

GridRun pull_by_hand(const SimulationPlan& plan) {
  const double began = processor_seconds();
  auto& grid = *new HandGrid(plan);
  const auto workers = grid.workers();
  std::vector<double> speeds;
  for (const auto* worker : workers)
    speeds.push_back(worker->get_speed());
  const auto of_workers = classes_of(speeds);
  auto& server = *new Server(grid, workers.size() + 1);
  add_actor("server", grid.master(), [&] { server.run(); })->daemonize();
  add_actor("owner", grid.master(), [&grid, owner = workers.size()] {
    get<ToOwner>(own_mailbox("owner"));
    HandClient(owner).own(grid);
  });
  for (std::size_t i = 0; i < workers.size(); ++i)
    add_actor(client_name(i), workers[i], [i, own = of_workers[i]] { HandClient(i).pull(own); })->daemonize();
  add_actor("submitter", grid.master(), [&] { submit(grid, "owner", ToOwner::bag, ToOwner::last); });
  return grid.run(began);
}

} // namespace malha::overhead
