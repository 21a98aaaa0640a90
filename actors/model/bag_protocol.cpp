// SPDX-License-Identifier: MIT
#include "bag_protocol.hpp"

namespace malha::tuple_space {
namespace {

constexpr std::int64_t collecting = 2; ///< the transaction that comes next, once the tasks are in the space

Template trans_of(const Job& job) {
  return template_of("TRANS", any(Type::integer), any(Type::integer), exactly(job.id));
}

Flops mean_work(const std::vector<Task>& tasks) {
  Flops sum = 0;
  for (const auto& task : tasks)
    sum += task.work;
  return sum / static_cast<double>(tasks.size());
}

} // namespace

bool BagProtocol::run() {
  if (!space_.rdp(trans_of(*job_), no_transaction)) {
    if (user_.has_results())
      return false;
    insert();
  }
  collect();
  return true;
}

Tuple BagProtocol::job_tuple(std::int64_t ticket) const {
  return tuple_of("JOB", job_->id, static_cast<std::int64_t>(job_->tasks.size()), ticket,
                  Data{std::make_shared<const JobData>(JobData{mean_work(job_->tasks)}), weights_.job});
}

void BagProtocol::insert() {
  const auto transaction = space_.begin();
  const auto ticket = integer_in(space_.in(template_of("TICKET", any(Type::integer)), transaction), 1);
  space_.out(tuple_of("TICKET", ticket + 1), transaction);
  space_.out(job_tuple(ticket), transaction);
  for (std::size_t i = 0; i < job_->tasks.size(); ++i) {
    const auto& task = job_->tasks[i];
    space_.out(tuple_of("TASK", job_->id, task.id, std::int64_t(classes_[i]),
                        Data{std::shared_ptr<const Task>(job_, &task), weights_.task + task.input}),
               transaction);
  }
  space_.out(tuple_of("TRANS", collecting, ticket, job_->id), transaction);
  space_.commit(transaction);
}

void BagProtocol::collect() {
  const auto transaction = space_.begin();
  for (const auto& task : job_->tasks)
    space_.in(template_of("RESULT", exactly(job_->id), exactly(task.id), any(Type::data)), transaction);
  space_.in(trans_of(*job_), transaction);
  space_.in(template_of("JOB", exactly(job_->id), any(Type::integer), any(Type::integer), any(Type::data)),
            transaction);
  if (!user_.has_results())
    user_.deliver();
  space_.commit(transaction);
}

} // namespace malha::tuple_space
