// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"
#include "tuple_store.hpp"

/// The tuples of GridTS (Table 1). Numbers of jobs and tasks are those of the run; what a job and a task are
/// besides, and results, are data: what they weigh on a network is a parameter.
namespace malha::tuple_space {

/// What a JOB says of its tasks.
struct JobData {
  Flops mean_work;
};
/// What came of a task.
struct ResultData {
  Task task;
  int resource;
  Seconds start, end;
  ClientId client; ///< that the resource was
};

inline std::vector<Shape> shapes() {
  using T = Type;
  return {
      {"TICKET", {T::integer}},
      {"JOB", {T::integer, T::integer, T::integer, T::data}},  // job, tasks, ticket, information and code
      {"TASK", {T::integer, T::integer, T::integer, T::data}}, // job, task, class, information and parameters
      {"RESULT", {T::integer, T::integer, T::data}},           // job, task, result
      {"CHECKPOINT", {T::integer, T::integer, T::real, T::data}}, // job, task, work left, state
      {"TRANS", {T::integer, T::integer, T::integer}}};           // transaction, ticket, job
}

/// A tuple from its fields.
template <class... Fields>
Tuple tuple_of(const char* kind, Fields&&... fields) {
  const auto all = std::make_shared<Tuple::Fields>();
  all->reserve(1 + sizeof...(fields));
  all->emplace_back(std::in_place_type<std::string>, kind);
  (all->emplace_back(std::forward<Fields>(fields)), ...);
  return Tuple(std::shared_ptr<const Tuple::Fields>(all));
}
/// A template from its fields.
template <class... Fields>
Template template_of(const char* kind, Fields&&... fields) {
  Template wanted;
  wanted.reserve(1 + sizeof...(fields));
  wanted.emplace_back(Value(std::in_place_type<std::string>, kind));
  (wanted.emplace_back(std::forward<Fields>(fields)), ...);
  return wanted;
}

inline Field any(Type type) { return Formal{type}; }
inline Field exactly(std::int64_t number) { return Value(number); }
inline std::int64_t integer_in(const Tuple& tuple, std::size_t field) {
  return std::get<std::int64_t>(tuple[field]);
}
/// The content of a data field.
template <class Content>
const Content& content_of(const Tuple& tuple, std::size_t field) {
  return *static_cast<const Content*>(std::get<Data>(tuple[field]).content.get());
}

/// All JOB tuples, and all TASK tuples.
inline const Template& any_job() {
  static const auto wanted =
      template_of("JOB", any(Type::integer), any(Type::integer), any(Type::integer), any(Type::data));
  return wanted;
}
inline const Template& any_task() {
  static const auto wanted =
      template_of("TASK", any(Type::integer), any(Type::integer), any(Type::integer), any(Type::data));
  return wanted;
}

} // namespace malha::tuple_space
