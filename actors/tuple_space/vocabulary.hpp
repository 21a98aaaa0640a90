// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"
#include "store.hpp"

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

/// A tuple, or a template, from its fields.
inline Tuple tuple_of(const char* kind, std::vector<Value> fields) {
  Tuple tuple{std::string(kind)};
  tuple.reserve(1 + fields.size());
  for (auto& field : fields)
    tuple.push_back(std::move(field));
  return tuple;
}
inline Template template_of(const char* kind, std::vector<Field> fields) {
  Template wanted{Value(std::string(kind))};
  wanted.reserve(1 + fields.size());
  for (auto& field : fields)
    wanted.push_back(std::move(field));
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

} // namespace malha::tuple_space
