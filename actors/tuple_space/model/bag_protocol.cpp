// SPDX-License-Identifier: MIT
#include "bag_protocol.hpp"

namespace malha::tuple_space {
namespace {

constexpr std::int64_t collecting = 2; ///< the next transaction, once the tasks are in the space

Template trans_of(const Job& job) {
  return template_of(kinds::trans, any(Type::integer), any(Type::integer), exactly(job.id));
}

Flops mean_work(const std::vector<Task>& tasks) {
  Flops sum = 0;
  for (const auto& task : tasks)
    sum += task.work;
  return sum / static_cast<double>(tasks.size());
}

} // namespace

bool BagProtocol::run() {
  if (!begin())
    return false;
  while (const auto wanted = next())
    take(space_.in(wanted->tuple, wanted->transaction));
  return true;
}

bool BagProtocol::begin() {
  if (space_.rdp(trans_of(*job_), no_transaction)) {
    resume();
    return true;
  }
  if (user_.has_results())
    return false;
  transaction_ = space_.begin();
  begin(Step::ticket);
  return true;
}

std::optional<BagProtocol::Wanted> BagProtocol::next() const {
  if (step_ == Step::over)
    return std::nullopt;
  return Wanted{wanted_, transaction_};
}

void BagProtocol::begin(Step step) {
  step_ = step;
  wanted_ = wanted_in(step);
}

Template BagProtocol::wanted_in(Step step) const {
  switch (step) {
  case Step::ticket:
    return template_of(kinds::ticket, any(Type::integer));
  case Step::results_of_dag:
    return template_of(kinds::result, exactly(job_->id), any(Type::integer), any(Type::data));
  case Step::results:
    return template_of(graph_ != nullptr ? kinds::done : kinds::result, exactly(job_->id),
                       exactly(job_->tasks[results_].id), any(Type::data));
  case Step::trans:
    return trans_of(*job_);
  case Step::job:
    return template_of(kinds::job, exactly(job_->id), any(Type::integer), any(Type::integer),
                       any(Type::data));
  default:
    return {};
  }
}

void BagProtocol::take(const Tuple& tuple) {
  switch (step_) {
  case Step::ticket:
    insert(integer_in(tuple, 1));
    return graph_ != nullptr ? go_on_with_dag() : begin_to_collect();
  case Step::results_of_dag:
    return take_result(tuple);
  case Step::results:
    if (++results_ == job_->tasks.size())
      return begin(Step::trans);
    wanted_.set(2, exactly(job_->tasks[results_].id));
    return;
  case Step::trans:
    return begin(Step::job);
  default:
    begin(Step::over);
    return deliver();
  }
}

Tuple BagProtocol::job_tuple(std::int64_t ticket) const {
  return tuple_of(kinds::job, job_->id, static_cast<std::int64_t>(job_->tasks.size()), ticket,
                  Data{std::make_shared<const JobData>(JobData{mean_work(job_->tasks)}), weights_.job});
}

void BagProtocol::insert(std::int64_t ticket) {
  space_.out(tuple_of(kinds::ticket, ticket + 1), transaction_);
  space_.out(job_tuple(ticket), transaction_);
  if (graph_ != nullptr)
    begin_dag([this](int task) { insert_task(static_cast<std::size_t>(task)); });
  else
    for (std::size_t task = 0; task < job_->tasks.size(); ++task)
      insert_task(task);
  space_.out(tuple_of(kinds::trans, collecting, ticket, job_->id), transaction_);
  space_.commit(transaction_);
}

void BagProtocol::insert_task(std::size_t number) {
  const auto& task = job_->tasks[number];
  space_.out(tuple_of(kinds::task, job_->id, task.id, std::int64_t(classes_[number]),
                      Data{std::shared_ptr<const Task>(job_, &task), weights_.task + task.input}),
             transaction_);
}

/// The tasks are in the space. Of a DAG those are, whose parents have a DONE.
void BagProtocol::resume() {
  if (graph_ == nullptr)
    return begin_to_collect();
  begin_dag([](int) {});
  for (const auto& done : space_.copy_collect(
           template_of(kinds::done, exactly(job_->id), any(Type::integer), any(Type::data)))) {
    parents_->take(static_cast<int>(integer_in(done, 2) - job_->tasks.front().id), [](int) {});
    ++done_;
  }
  go_on_with_dag();
}

void BagProtocol::go_on_with_dag() {
  if (done_ == job_->tasks.size())
    return begin_to_collect();
  transaction_ = space_.begin();
  begin(Step::results_of_dag);
}

void BagProtocol::take_result(const Tuple& result) {
  const TaskId task = integer_in(result, 2);
  space_.out(tuple_of(kinds::done, job_->id, task, result.get<Data>(3)), transaction_);
  parents_->take(static_cast<int>(task - job_->tasks.front().id),
                 [this](int ready) { insert_task(static_cast<std::size_t>(ready)); });
  space_.commit(transaction_);
  ++done_;
  go_on_with_dag();
}

void BagProtocol::begin_to_collect() {
  transaction_ = space_.begin();
  begin(Step::results);
}

void BagProtocol::deliver() {
  if (!user_.has_results())
    user_.deliver();
  space_.commit(transaction_);
}

} // namespace malha::tuple_space
