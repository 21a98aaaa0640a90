// SPDX-License-Identifier: MIT
#include "model.hpp"

#include "actors/model/broken_rule.hpp"
#include "actors/model/sleep_dates.hpp"

#include <algorithm>
#include <numeric>

namespace malha::tuple_space {

Model::Model(TupleStore& store, const std::vector<Puller>& resources, pull::Choice& of_broker,
             const BagProtocol::Weights& weights, Arrivals& arrivals, BagListener& listener,
             Seconds detection_delay)
    : store_(store), of_broker_(of_broker), weights_(weights), arrivals_(arrivals), listener_(listener),
      last_client_(static_cast<ClientId>(resources.size()) - 1), detection_delay_(detection_delay) {
  std::vector<FlopsPerSecond> speeds;
  for (const auto& one : resources)
    speeds.push_back(one.speed);
  mean_speed_ = std::accumulate(speeds.begin(), speeds.end(), 0.0) / static_cast<double>(speeds.size());
  ResourceClasses classes(speeds);
  for (std::size_t i = 0; i < resources.size(); ++i) {
    const auto number = static_cast<ClientId>(i);
    resources_.emplace_back(store, number, resources[i], classes.of(resources[i], i));
    choosing_.push({0, number});
  }
  plan_crashes();
}

void Model::round(Seconds now) {
  now_ = now;
  wake_resources();
  take_detections();
  take_arrivals();
  take_crashes();
  while (!choosing_.empty() && !is_over())
    if (const auto number = take_next_to_choose(); !resource(number).is_down)
      choose(number);
}

ClientId Model::take_next_to_choose() {
  const auto next = choosing_.top();
  while (!choosing_.empty() && choosing_.top() == next)
    choosing_.pop();
  return next.second;
}

Seconds Model::next() const {
  const Seconds end = sleeps_.empty() ? never : sleeps_.top().end;
  return std::min({end, next_arrival_.value_or(never), crashes_.wake(), detections_.wake()});
}

void Model::wake_resources() {
  due_.clear();
  for (; !sleeps_.empty() && sleep_dates::is_over(sleeps_.top().end, now_); sleeps_.pop())
    due_.push_back(sleeps_.top());
  for (const auto& sleep : due_)
    if (!resource(sleep.resource).is_down && has_more(sleep.resource))
      compute(sleep.resource);
}

void Model::take_arrivals() {
  if (next_arrival_ && !sleep_dates::is_over(*next_arrival_, now_))
    return;
  if (next_arrival_)
    submit(arrivals_.take());
  while (arrivals_.next() <= now_)
    submit(arrivals_.take());
  const Seconds date = arrivals_.next();
  next_arrival_ = date == never ? never : sleep_dates::planned_end(now_, date);
}

void Model::submit(Job job) {
  listener_.submitted(job);
  std::vector<double> works;
  for (const auto& task : job.tasks)
    works.push_back(task.work);
  auto classes = classes_of(of_broker_, works, "tasks");
  const Seconds date = job.submitted;
  ++last_client_;
  const auto bag =
      bags_.try_emplace(last_client_, store_, last_client_, Bag(std::move(job), std::move(classes)), weights_)
          .first;
  bag->second.protocol.begin();
  advance(bag);
  serve(date);
}

void Model::advance(std::map<ClientId, UnderWay>::iterator bag) {
  auto& protocol = bag->second.protocol;
  while (const auto wanted = protocol.next())
    if (const auto tuple = store_.in(bag->first, 0, wanted->tuple, wanted->transaction))
      protocol.take(*tuple);
    else
      return;
  bags_.erase(bag);
}

void Model::serve(Seconds date) {
  for (auto served = store_.take_served(); !served.empty(); served = store_.take_served())
    for (const auto& [client, request, tuple] : served)
      if (static_cast<std::size_t>(client) < resources_.size()) {
        offered(client, date);
      } else {
        const auto bag = bags_.find(client);
        bag->second.protocol.take(tuple);
        advance(bag);
      }
}

void Model::choose(ClientId number) {
  auto& one = resource(number);
  one.chosen = one.protocol.choose(one.space);
  if (one.chosen) {
    one.found_none = false;
    one.date = std::max(one.date, one.chosen->task().submitted);
    return begin(number);
  }
  one.must_wait = std::exchange(one.found_none, true);
  if (store_.rd(number, 0, any_task()))
    offered(number, one.date);
}

void Model::offered(ClientId number, Seconds date) {
  auto& one = resource(number);
  if (one.is_down)
    return;
  if (one.must_wait && date == one.date)
    throw BrokenRule("it wants none of the tasks that wait");
  one.date = date;
  choosing_.push({date, number});
}

void Model::begin(ClientId number) {
  auto& one = resource(number);
  one.start = one.date;
  if (one.how.leaves_checkpoints) {
    one.checkpointing.emplace(one.space, one.chosen->task(), one.how.checkpoint);
    const Flops work = one.checkpointing->begin();
    one.checkpoints.emplace(checkpoints_of(one.how, *one.chosen, work, one.start, mean_speed_));
  }
  compute(number);
}

/// Computes until the resource sleeps, or its task has ended. It never wakes from a sleep in which it
/// crashes.
void Model::compute(ClientId number) {
  auto& one = resource(number);
  do {
    one.date = next_wake(one);
    if (one.date > one.how.crash)
      return;
    if (one.date > now_)
      return sleeps_.push({sleep_dates::planned_end(now_, one.date), one.date, number});
  } while (has_more(number));
}

Seconds Model::next_wake(Resource& one) {
  if (!one.how.leaves_checkpoints)
    return task_run(one.chosen->task(), one.date, one.how.speed, one.how.speeds).end;
  one.is_at_checkpoint = one.checkpoints->next_needed(one.how.crash);
  return one.is_at_checkpoint ? one.checkpoints->date() : one.checkpoints->end();
}

/// The resource wakes: it leaves a checkpoint, or ends its task. Returns whether the task continues.
bool Model::has_more(ClientId number) {
  auto& one = resource(number);
  if (one.is_at_checkpoint) {
    one.checkpointing->leave(one.checkpoints->work_left());
    return true;
  }
  if (one.checkpointing)
    one.checkpointing->end();
  const Task& task = one.chosen->task();
  ResourceProtocol::write(one.space, *one.chosen,
                          std::make_shared<const ResultData>(
                              ResultData{one.chosen->shared_task(), number, number, one.start, one.date}),
                          one.how.result + task.output);
  listener_.ended(task, {number, one.start, one.date});
  one.space.commit(one.chosen->transaction);
  one.chosen.reset();
  choosing_.push({one.date, number});
  serve(one.date);
  return false;
}

void Model::plan_crashes() {
  std::vector<std::pair<Seconds, ClientId>> planned;
  for (std::size_t i = 0; i < resources_.size(); ++i)
    if (const Seconds date = resources_[i].how.crash; date < never)
      planned.emplace_back(date, static_cast<ClientId>(i));
  std::sort(planned.begin(), planned.end());
  for (const auto& [date, number] : planned)
    crashes_.add(date, number);
  crashes_.sleep(now_);
}

void Model::take_crashes() {
  if (!crashes_.is_due(now_))
    return;
  const Seconds until = crashes_.happened_until(now_);
  while (const auto event = crashes_.take(until))
    crash(event->resource, event->date);
  crashes_.sleep(now_);
  detect(until);
}

/// Transactions that the resource has open stay so until the space detects the crash.
void Model::crash(ClientId number, Seconds date) {
  auto& one = resource(number);
  one.is_down = true;
  ++down_;
  if (one.chosen && one.start < date)
    listener_.cut_short(one.chosen->task(), {number, one.start, date}, "lost");
  listener_.down(number, date);
  detections_.add(date + detection_delay_, number);
}

void Model::take_detections() {
  if (detections_.is_due(now_))
    detect(detections_.happened_until(now_));
}

void Model::detect(Seconds until) {
  while (const auto event = detections_.take(until)) {
    store_.client_failed(event->resource);
    serve(event->date);
  }
  detections_.sleep(now_);
}

} // namespace malha::tuple_space
